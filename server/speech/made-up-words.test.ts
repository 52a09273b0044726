import { describe, expect, it } from 'vitest'
import { withoutMadeUp } from './made-up-words.ts'
import type { RecognisedWord } from './speech.ts'

const voice = [{ startMs: 0, endMs: 60_000 }]
const word = (text: string, startMs: number, endMs = startMs + 200): RecognisedWord => {
  return { text, startMs, endMs, confidence: null, speaker: null }
}
const said = (text: string): RecognisedWord[] =>
  text.split(' ').map((one, index) => word(one, index * 300, index * 300 + 250))
const textOf = (words: RecognisedWord[]) => words.map(({ text }) => text).join(' ')

describe('words that nobody said', () => {
  it('are those where nobody speaks, a moment’s inaccuracy apart', () => {
    const words = [
      word('Thanks', 1_000),
      word('Born', 4_750, 4_800),
      word('in', 5_000),
      word('watching', 7_000),
    ]

    expect(textOf(withoutMadeUp(words, [{ startMs: 5_000, endMs: 6_000 }]))).toBe('Born in')
    expect(withoutMadeUp(words, [])).toEqual([])
  })

  it('are what an engine repeats without end: one of them stays, and what follows', () => {
    const loop = Array.from({ length: 9 }, () => 'and then we Went, went').join(' ')

    expect(textOf(withoutMadeUp(said(`She said ${loop} home.`), voice))).toBe(
      'She said and then we Went, went home.',
    )
    expect(textOf(withoutMadeUp(said(`${'you '.repeat(30)}know`), voice))).toBe('you know')
  })

  it('are not what people do repeat', () => {
    for (const text of [
      'No, no, no, no, no!',
      'row row row your boat',
      'happy birthday to you happy birthday to you happy birthday dear Ann happy birthday to you',
      'very very very very old',
    ]) {
      expect(textOf(withoutMadeUp(said(text), voice))).toBe(text)
    }
  })

  it('take no time, several in a row', () => {
    const piled = ['Subtitles', 'by', 'the', 'community'].map((text) => word(text, 3_000, 3_000))

    expect(textOf(withoutMadeUp([word('Good', 1_000), ...piled, word('bye', 4_000)], voice))).toBe('Good bye')
    expect(textOf(withoutMadeUp([word('Good', 1_000, 1_000), word('bye', 4_000)], voice))).toBe('Good bye')
  })
})
