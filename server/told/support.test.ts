import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { tokensOf } from '#contract/transcript-words.ts'
import type { Sentence } from './sentences.ts'
import { isAskedOf, isBorne } from './support.ts'

/** A sentence as an engine heard it, cut into words as given. */
function told(words: string[]): Sentence {
  return {
    transcriptId: uuidv7(),
    lineId: uuidv7(),
    startMs: 0,
    endMs: 1_000,
    text: words.join(''),
    words: words.map((text) => ({ text, startMs: 0, endMs: 100, confidence: 1, heard: true })),
    terms: [],
    language: 'ja',
  }
}

const milked = '彼女は毎朝ヤギの乳を搾りました。'
const goats = '我们有十一只山羊。'

test.each([
  ['as we cut its words', tokensOf(milked)],
  ['sign by sign, as some engines do', [...milked]],
])('a sentence in a script without spaces is borne by the same sentence, heard %s', (_how, words) => {
  const sentence = told(words)
  expect(isBorne(milked, [sentence], [sentence])).toBe(true)
  expect(isBorne('彼らはアメリカに引っ越しました。', [sentence], [sentence])).toBe(false)
})

test('eleven goats do not become twelve in numerals without digits', () => {
  const sentence = told(tokensOf(goats))
  expect(isBorne(goats, [sentence], [sentence])).toBe(true)
  expect(isBorne('我们有十二只山羊。', [sentence], [sentence])).toBe(false)
})

test('a question in a script without spaces follows from the word that it takes up', () => {
  const sentence = told(tokensOf(milked))
  expect(isAskedOf('毎朝、何時に起きましたか？', [sentence], [sentence])).toBe(true)
  expect(isAskedOf('お父さんは？', [sentence], [sentence])).toBe(false)
})
