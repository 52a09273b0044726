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
