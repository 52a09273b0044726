import { expect, it } from 'vitest'
import { dateHint } from './date-hint.ts'

it('says how a date was understood, and gives examples where there is none yet', () => {
  expect(dateHint('ABT 1943')).toBe('Read as: about 1943')
  expect(dateHint(' ')).toContain('For example')
})

it('says that the year is missing where one would make it a date', () => {
  for (const text of ['May 5', '5 May', '5 May,', 'about May 5 ', '5. 5.']) {
    expect(dateHint(text)).toBe('Kept as you wrote it; without a year it cannot be sorted as a date.')
  }
  expect(dateHint('at Easter')).toBe('Kept as you wrote it; it cannot be sorted as a date.')
})
