import { expect, test } from 'vitest'
import { textOf } from '#contract/transcript-words.ts'
import { spreadWords } from './heard-words.ts'

test.each(['12:30に「はい」と言った。', '1956年4月、母は北京へ。', 'We left at 12:30, in 1956.'])(
  'what an engine wrote reads the same once it is words: %s',
  (text) => {
    const words = spreadWords(text, { startMs: 0, endMs: 10_000 }, null)
    expect(textOf(words)).toBe(text)
    expect(words.length).toBeGreaterThan(3)
  },
)
