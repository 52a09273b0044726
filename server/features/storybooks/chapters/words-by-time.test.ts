import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordsByTime } from './words-by-time.ts'

const talk = fc.array(
  fc
    .record({ startMs: fc.nat(2_000), length: fc.nat(300) })
    .map(({ startMs, length }) => ({ text: 'word', startMs, endMs: startMs + length })),
  { maxLength: 60 },
)

test('exactly the words of a stretch are found, in the order they are written in', () => {
  fc.assert(
    fc.property(talk, fc.nat(2_000), fc.nat(800), (given, startMs, length) => {
      const written = given.map((word, at) => ({ ...word, text: String(at) }))
      const endMs = startMs + length
      const inside = written.filter((word) => word.startMs >= startMs && word.endMs <= endMs)
      expect(wordsByTime(written)(startMs, endMs).map(({ text }) => text)).toEqual(
        inside.map(({ text }) => text),
      )
    }),
  )
})

test('a talk of a day is read once, and not once for each stretch', () => {
  let reads = 0
  const written = Array.from({ length: 5_000 }, (_, at) => ({
    text: 'word',
    get startMs() {
      reads += 1
      return at * 400
    },
    endMs: at * 400 + 300,
  }))
  const between = wordsByTime(written)
  for (let at = 0; at < 1_000; at += 1) expect(between(at * 2_000, at * 2_000 + 1_900)).toHaveLength(5)
  expect(reads).toBeLessThanOrEqual(written.length)
})
