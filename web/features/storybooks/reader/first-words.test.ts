import { expect, test } from 'vitest'
import { firstWordsOf } from './first-words.ts'

test('a short passage is its own first words', () => {
  expect(firstWordsOf(' A bread tin? ')).toBe('A bread tin?')
})

test('a long passage begins with whole words, and says that it goes on', () => {
  expect(
    firstWordsOf('She said, a house without a bread tin is only a shed. So I carried it over the North Sea.'),
  ).toBe('She said, a house without a bread tin is only a shed. So I …')
})

test('a word that ends at the last letter which fits is kept', () => {
  expect(firstWordsOf(`${'a'.repeat(30)} ${'b'.repeat(29)} on it goes`)).toBe(
    `${'a'.repeat(30)} ${'b'.repeat(29)} …`,
  )
})

test('where nothing ends a word, the letters themselves are counted, none of them cut in two', () => {
  expect(firstWordsOf('𠮷'.repeat(61))).toBe(`${'𠮷'.repeat(60)} …`)
})
