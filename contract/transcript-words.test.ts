import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { align, retime } from '#contract/transcript-alignment.ts'
import {
  endsSentence,
  plainWord,
  settle,
  spread,
  type TranscriptWord,
  tokensOf,
} from '#contract/transcript-words.ts'

const heard = (text: string, startMs: number, endMs: number): TranscriptWord => ({
  text,
  startMs,
  endMs,
  confidence: 0.9,
  heard: true,
})
const written = (text: string, startMs: number, endMs: number): TranscriptWord => ({
  ...heard(text, startMs, endMs),
  confidence: null,
  heard: false,
})

test('words are compared without case, accents and what stands around them', () => {
  expect(['“Élan!”', 'ÄRGER,', 'don’t', 'naïve…', '(1956)', '—', 'Ｋｙｏｔｏ'].map(plainWord)).toEqual([
    'elan',
    'arger',
    'don’t',
    'naive',
    '1956',
    '—',
    'kyoto',
  ])
})

test('a text is divided where it has spaces; what has none stays one word', () => {
  expect(tokensOf(' We came,  in 3.5 days\n(on foot) ')).toEqual([
    'We',
    'came,',
    'in',
    '3.5',
    'days',
    '(on',
    'foot)',
  ])
  expect(tokensOf('vis-à-vis l’heure')).toEqual(['vis-à-vis', 'l’heure'])
  expect(tokensOf(' ')).toEqual([])
})

test('a sentence ends at its sign in every script, also inside quotes and brackets', () => {
  for (const word of [
    'came.',
    'why?”',
    'ran!»)',
    'komm!“',
    'komm!«',
    'so…',
    'た。」',
    'か？',
    'كان؟',
    'था।',
    'էր։',
    'တယ်။',
    "it.'",
  ]) {
    expect(endsSentence(word)).toBe(true)
  }
  expect(['came', 'came,', '3.5', 'z.B', '「はい', '“'].some(endsSentence)).toBe(false)
})

const span = fc
  .tuple(fc.nat(5_000), fc.nat(5_000))
  .map(([startMs, length]) => ({ startMs, endMs: startMs + length }))

describe('times', () => {
  test('that came in any disorder are made to follow one another inside their span', () => {
    const word = fc.tuple(fc.integer({ min: -2_000, max: 12_000 }), fc.integer({ min: -2_000, max: 12_000 }))
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), span, (times, within) => {
        const words = times.map(([startMs, endMs], index) => heard(String(index), startMs + 0.4, endMs))
        const settled = settle(words, within)

        expect(settled.map(({ text }) => text)).toEqual(words.map(({ text }) => text))
        let from = within.startMs
        for (const { startMs, endMs } of settled) {
          expect(Number.isInteger(startMs) && startMs >= from && endMs >= startMs).toBe(true)
          from = endMs
        }
        expect(from).toBeLessThanOrEqual(Math.max(within.startMs, within.endMs))
        expect(settle(settled, within)).toEqual(settled)
      }),
    )
  })

  test('that fit stay as they came, and one that runs into the next word ends there', () => {
    const words = [heard('we', 100, 300), heard('came', 300, 500), heard('home', 700, 900)]
    expect(settle(words, { startMs: 100, endMs: 900 })).toEqual(words)
    const [long, next] = settle([heard('we', 100, 800), heard('came', 300, 500)], { startMs: 0, endMs: 900 })
    expect([long?.endMs, next?.endMs]).toEqual([300, 500])
  })

  test('of words without any are shares of their span, one behind the other, by their length', () => {
    expect(spread(['we', 'sailed'], { startMs: 100, endMs: 900 })).toEqual([
      written('we', 100, 300),
      written('sailed', 300, 900),
    ])
    expect(spread(['we'], { startMs: 500, endMs: 500 })).toEqual([written('we', 500, 500)])
    expect(spread(['I'], { startMs: 100, endMs: 900 })).toEqual([written('I', 100, 900)])
    expect(spread([], { startMs: 0, endMs: 100 })).toEqual([])
  })
})

describe('words that take the place of others', () => {
  const before = [
    heard('we', 0, 200),
    heard('came', 300, 500),
    heard('to', 600, 700),
    heard('Odesa', 800, 1_200),
  ]
  const within = { startMs: 0, endMs: 1_500 }

  test('keep the times of those that are still there or were corrected', () => {
    expect(retime(before, ['we', 'came', 'to', 'Odessa'], within)).toEqual([
      ...before.slice(0, 3),
      written('Odessa', 800, 1_200),
    ])
    expect(retime(before, ['came', 'Odesa'], within)).toEqual([before[1], before[3]])
  })

  test('share what time is left before, between and behind them', () => {
    const texts = ['Yes', 'we', 'all', 'came', 'to', 'Odesa', 'then']
    expect(retime(before.slice(1), texts.slice(2), { startMs: 100, endMs: 1_500 })).toEqual([
      written('all', 100, 300),
      ...before.slice(1),
      written('then', 1_200, 1_500),
    ])
    expect(retime(before, texts, within)[2]).toEqual(written('all', 200, 300))
    expect(retime([], ['we', 'sailed'], { startMs: 100, endMs: 900 })).toEqual(
      spread(['we', 'sailed'], { startMs: 100, endMs: 900 }),
    )
  })

  const words = fc.array(fc.constantFrom('aaa', 'bbb', 'ccc', 'ddd'), { maxLength: 9 })

  test('are found again in as many of the old ones as any order of them allows', () => {
    const longestCommon = (one: readonly string[], other: readonly string[]): number => {
      const [first, ...rest] = one
      if (first === undefined || other.length === 0) return 0
      const at = other.indexOf(first)
      const without = longestCommon(rest, other)
      return at < 0 ? without : Math.max(without, 1 + longestCommon(rest, other.slice(at + 1)))
    }
    fc.assert(
      fc.property(words, words, (old, now) => {
        const matches = align(old, now)
        expect(matches).toHaveLength(now.length)
        const found = matches.filter((match) => match >= 0)
        expect(found).toEqual([...new Set(found)].toSorted((a, b) => a - b))
        for (const [index, match] of matches.entries()) if (match >= 0) expect(old[match]).toBe(now[index])
        expect(found).toHaveLength(longestCommon(old, now))
      }),
    )
  })

  test('are matched with the likest of several, and not at all where nothing is alike', () => {
    expect(align(['carried', 'caried', 'x'], ['caried'])).toEqual([1])
    expect(align(['mother', 'caried'], ['carried'])).toEqual([1])
    expect(align(['carried'], ['caried', 'cared'])).toEqual([0, -1])
    expect(align(['grandma'], ['grandmother'])).toEqual([0])
    expect(align(['mother'], ['sea'])).toEqual([-1])
    expect([align(['sea'], ['so']), align(['sea'], ['seat'])]).toEqual([[-1], [0]])
    expect(align(['the', 'red', 'suit', 'case'], ['the', 'read', 'case'])).toEqual([0, 1, 3])
    expect(align([], ['we'])).toEqual([-1])
  })

  test.each([0, 500, 999])(
    'keep their times in a line of any length, around the one word that was corrected: %i',
    (at) => {
      const old = Array.from({ length: 1_000 }, (_, index) => `word${index}`)
      expect(align(old, old.with(at, 'sea'))).toEqual(old.map((_, index) => (index === at ? -1 : index)))
    },
  )

  test('are not compared one by one where there are too many of them, but shared over the time there is', () => {
    const many = (letter: string) => Array.from({ length: 501 }, (_, index) => `${letter}${index}`)
    const [old, now] = [
      ['same', ...many('a'), 'kept', ...many('b')],
      ['same', ...many('c'), 'kept', ...many('d')],
    ]
    const matches = align(old, now)
    expect(matches[0]).toBe(0)
    expect(matches.slice(1).every((match) => match === -1)).toBe(true)
  })
})
