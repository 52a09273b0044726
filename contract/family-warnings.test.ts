import { expect, it } from 'vitest'
import { warnAboutLife } from './family-warnings.ts'

const vera = { id: 'v1', sex: 'female' }

it.each([
  ['a death before the birth', '3 May 1931', '1930', ['DEATH_BEFORE_BIRTH']],
  ['a death in the year of the birth', '3 May 1931', '1931', []],
  ['dates that leave room for doubt', 'about 1931', 'before 1932', []],
  ['a birth alone', '1931', '', []],
  ['a death alone', '', '1930', []],
])('of %s it says so, and nothing more', (_, dateOfBirth, dateOfDeath, codes) => {
  const warnings = warnAboutLife({ ...vera, dateOfBirth, dateOfDeath })
  expect(warnings.map(({ code }) => code)).toEqual(codes)
})
