import { expect, test } from 'vitest'
import { textOf } from '#contract/transcript-words.ts'
import { stillSays } from './age.ts'
import { wordsByTime } from './words-by-time.ts'

const heard = (texts: readonly string[]) =>
  texts.map((text, at) => ({ text, startMs: at * 400, endMs: at * 400 + 350 }))
const says = (then: readonly string[], now: readonly string[]) =>
  stillSays(wordsByTime(heard(now)), {
    lineId: 'line',
    startMs: 0,
    endMs: 10_000,
    text: textOf(then.map((text) => ({ text }))),
  })

test.each([
  ['Thai', ['เรา', 'มา', 'ถึงโอ', 'เดสซา', 'ในฤดู', 'หนาว'], 'ร้อน'],
  ['Japanese', ['私', 'は', '冬', 'に', 'オデ', 'ッサ', 'へ', '来', 'ました', '。'], '行'],
  ['English', ['We', 'came', 'to', 'Odesa', '—', 'in', 'winter.'], 'spring.'],
])(
  'in %s a sentence is old once its words change, however an engine cuts them',
  (_language, words, other) => {
    expect(says(words, words)).toBe(true)
    expect(says(words, words.with(-1, other))).toBe(false)
    expect(says(words, words.with(0, words[0]?.toUpperCase() ?? ''))).toBe(true)
  },
)

test('a word without length where a sentence begins or ends makes it no older, whichever sentence it is of', () => {
  const word = (text: string, startMs: number, endMs: number) => ({ text, startMs, endMs })
  const now = wordsByTime([
    word('We', 0, 200),
    word('left.', 200, 1_000),
    word('I', 1_000, 1_000),
    word('came.', 1_000, 1_600),
    word('A', 1_600, 1_600),
    word('farm.', 1_600, 2_000),
  ])
  const stands = (text: string, startMs: number, endMs: number) =>
    stillSays(now, { lineId: 'line', startMs, endMs, text })
  expect(stands('We left.', 0, 1_000)).toBe(true)
  expect(stands('I came.', 1_000, 1_600)).toBe(true)
  expect(stands('A farm.', 1_600, 2_000)).toBe(true)
  expect(stands('I never came.', 1_000, 1_600)).toBe(false)
  expect(stands('We', 0, 1_000)).toBe(false)
})
