import { expect, test } from 'vitest'
import { textOf } from '#contract/transcript-words.ts'
import { type HeardWord, placeWords, spreadWords } from './heard-words.ts'

test.each(['12:30に「はい」と言った。', '1956年4月、母は北京へ。', 'We left at 12:30, in 1956.'])(
  'what an engine wrote reads the same once it is words: %s',
  (text) => {
    const words = spreadWords(text, { startMs: 0, endMs: 10_000 }, null)
    expect(textOf(words)).toBe(text)
    expect(words.length).toBeGreaterThan(3)
  },
)

const piece = { startMs: 60_000, endMs: 89_000 }
const heard = (text: string): HeardWord => ({
  text,
  startMs: 1_000,
  endMs: 5_000,
  confidence: 0.5,
  speaker: '1',
})
const texts = (...words: HeardWord[]) => placeWords(words, piece).map(({ text }) => text)

test('a sound that an engine repeats without end and without a space is kept once, and the words around it as they are', () => {
  expect(texts(heard('We'), heard('ha'.repeat(5_000)), heard('laughed.'))).toEqual(['We', 'ha', 'laughed.'])
  expect(texts(heard(`n${'o'.repeat(400)}!`))).toEqual(['no!'])
  expect(texts(heard('hahahahahahahahahaha'))).toEqual(['hahahahahahahahahaha'])
})

test('a sentence that an engine gives as one word is divided into its words, each with a part of the time', () => {
  const sentence = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ')
  const words = placeWords([heard(sentence)], piece)

  expect(textOf(words)).toBe(sentence)
  expect([words[0]?.startMs, words.at(-1)?.endMs]).toEqual([61_000, 65_000])
  expect(words[7]).toMatchObject({ text: 'word7', confidence: 0.5, speaker: '1' })
})

test('of a word without end as much is kept as a word may have, and no half a sign', () => {
  const numbers = Array.from({ length: 100 }, (_, at) => `𝒳${at}`).join('')
  expect(texts(heard(numbers))).toEqual([[...numbers].slice(0, 200).join('')])
})

test('more words than anybody says are those of no piece, however they are given', () => {
  const many = Array.from({ length: 9_000 }, (_, at) => `${at}`).join(' ')
  expect(() => placeWords([heard(many)], piece)).toThrow('9000 words')
})
