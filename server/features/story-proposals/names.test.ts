import { describe, expect, test } from 'vitest'
import { sentencesOf } from '../../told/sentences.ts'
import { memberCalled, peopleIn, placesIn } from './names.ts'

const told = (...words: string[]) =>
  sentencesOf(
    [
      {
        id: 'line',
        transcriptId: 'talk',
        language: null,
        words: words.map((text, at) => ({
          text,
          startMs: at * 1_000,
          endMs: at * 1_000 + 500,
          confidence: 1,
          heard: true,
        })),
      },
    ],
    (word) => word,
  )

const anna = { id: 'grandmother', firstName: 'Anna', lastName: 'Berg' }
const namesake = { id: 'granddaughter', firstName: 'Anna', lastName: 'Berg' }
const other = { id: 'aunt', firstName: 'Anna', lastName: 'Levi' }
const john = { id: 'uncle', firstName: 'John', lastName: 'van der Berg' }

describe('a name that is said', () => {
  test('means the one person who has it, by both names or by a first name of theirs alone', () => {
    expect(memberCalled('Anna Berg', [anna, other, john])).toBe('grandmother')
    expect(memberCalled('John', [anna, other, john])).toBe('uncle')
    expect(memberCalled('Anna', [anna, other, john])).toBeUndefined()
  })

  test('means nobody in particular where two of the family are called so', () => {
    expect(memberCalled('Anna Berg', [anna, namesake, other])).toBeUndefined()
  })

  test('means a person whose last name has several words', () => {
    expect(memberCalled('John van der Berg', [anna, john])).toBe('uncle')
  })

  test('of one word is proposed as that one word, though it is kept as first and last name', () => {
    const grandma = { id: 'grandmother', firstName: 'Grandma', lastName: 'Grandma' }
    expect(peopleIn(told('Then', 'Grandma', 'sang.'), [grandma])).toMatchObject([{ text: 'Grandma' }])
  })

  test('is not that of another whose last name only begins with the same small word', () => {
    const [berg, dijk] = [
      { ...john, firstName: 'Jan' },
      { id: 'cousin', firstName: 'Jan', lastName: 'van Dijk' },
    ]
    const found = (...words: string[]) => peopleIn(told(...words), [berg, dijk]).map(({ text }) => text)

    expect(found('Then', 'Jan', 'van', 'Dijk', 'came', 'home.')).toEqual(['Jan van Dijk'])
    expect(found('Then', 'Jan', 'Piet', 'van', 'der', 'Berg', 'came.')).toEqual(['Jan van der Berg'])
  })
})

test('a place whose name has two signs is found where those are a whole word', () => {
  const found = placesIn(told('私', 'は', '京都', 'に', '住んでいました。'), ['京都', '奈良'])

  expect(found.map(({ text }) => text)).toEqual(['京都'])
})

test('a first name in a script without capitals is found where the same talk has a word in capitals', () => {
  const family = [
    { id: 'grandson', firstName: 'דוד', lastName: 'לוי' },
    { id: 'granddaughter', firstName: '花子', lastName: '山田' },
  ]
  const found = (...words: string[]) =>
    peopleIn(told(...words), family).map(({ familyMemberId }) => familyMemberId)

  expect(found('דוד', 'עבד', 'אז', 'אצל', 'IBM.')).toEqual(['grandson'])
  expect(found('花子', 'は', 'NHK', 'で', '働いた。')).toEqual(['granddaughter'])
})
