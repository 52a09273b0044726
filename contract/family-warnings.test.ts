import { expect, it } from 'vitest'
import { familyWarning, warnAboutLife, warnAboutParent } from './family-warnings.ts'

const vera = { id: 'v1', sex: 'female' }

it.each([
  ['a death before the birth', '3 May 1931', '1930', ['DEATH_BEFORE_BIRTH']],
  ['a death in the year of the birth', '3 May 1931', '1931', []],
  ['dates that leave room for doubt', 'about 1931', 'before 1932', []],
  ['a death on the day of the birth', '3 May 1931', '3 May 1931', []],
  ['a death on the day before', '3 May 1931', '2 May 1931', ['DEATH_BEFORE_BIRTH']],
  ['a birth alone', '1931', '', []],
  ['a death alone', '', '1930', []],
])('of %s it says so, and nothing more', (_, dateOfBirth, dateOfDeath, codes) => {
  const warnings = warnAboutLife({ ...vera, dateOfBirth, dateOfDeath })
  expect(warnings.map(({ code }) => code)).toEqual(codes)
  for (const warning of warnings) expect(familyWarning.shape.code.parse(warning.code)).toBe(warning.code)
  expect(warnings.flatMap(({ people }) => people)).toEqual(codes.map(() => 'v1'))
})

type Dates = { born?: string; died?: string; sex?: string }
const codesOf = (older: Dates, younger: Dates, kind = 'birth') => {
  const person = (id: string, { born = '', died = '', sex = 'female' }: Dates) => ({
    id,
    sex,
    dateOfBirth: born,
    dateOfDeath: died,
  })
  const warnings = warnAboutParent(person('parent', older), person('child', younger), kind)
  for (const warning of warnings) {
    expect(familyWarning.shape.code.parse(warning.code)).toBe(warning.code)
    expect(warning.people).toEqual(['parent', 'child'])
  }
  return warnings.map(({ code }) => code)
}

it.each<[string, Dates, Dates, string[]]>([
  [
    'a child born the day before',
    { born: '3 May 1931' },
    { born: '2 May 1931' },
    ['CHILD_OLDER_THAN_PARENT'],
  ],
  ['a child born on the same day', { born: '3 May 1931' }, { born: '3 May 1931' }, ['PARENT_VERY_YOUNG']],
  ['a child when they were ten', { born: '3 May 1931' }, { born: '29 April 1942' }, ['PARENT_VERY_YOUNG']],
  ['a child when they were eleven', { born: '3 May 1931' }, { born: '3 May 1942' }, []],
  ['years that leave room for doubt', { born: '1931' }, { born: '1942' }, []],
  ['a parent of whom no birth is known', {}, { born: '1942' }, []],
  ['a child of whom no birth is known', { born: '1931', died: '1940' }, {}, []],
  [
    'a child born after the year of her death',
    { died: '1940' },
    { born: '1941' },
    ['BORN_AFTER_MOTHERS_DEATH'],
  ],
  ['a child born in the year of her death', { died: '1940' }, { born: '1940' }, []],
  ['a child born on the day of her death', { died: '3 May 1940' }, { born: '3 May 1940' }, []],
  ['a child born after his death', { died: '1940', sex: 'male' }, { born: '1941' }, []],
  [
    'two things that do not fit',
    { born: '1931', died: '1935' },
    { born: '1936' },
    ['PARENT_VERY_YOUNG', 'BORN_AFTER_MOTHERS_DEATH'],
  ],
])('of a parent it says what does not fit: %s', (_, older, younger, codes) => {
  expect(codesOf(older, younger)).toEqual(codes)
})

it('says of a parent who is not one by birth only that they are younger than the child', () => {
  const mother = { born: '1931', died: '1935' }
  expect(codesOf(mother, { born: '1936' }, 'adoptive')).toEqual([])
  expect(codesOf(mother, { born: '1930' }, 'adoptive')).toEqual(['CHILD_OLDER_THAN_PARENT'])
})
