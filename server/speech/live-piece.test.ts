import { expect, it } from 'vitest'
import { livePiece } from './live-piece.ts'
import { FRAME_MS, type Voice } from './voice-meter.ts'

/** The values of a meter for somebody who speaks between these seconds. */
function meterOf(seconds: number, talks: readonly [number, number][]): Voice {
  const at = (frame: number) => (frame * FRAME_MS) / 1000
  const speaks = (frame: number) => talks.some(([from, to]) => at(frame) >= from && at(frame) < to)
  const frames = Array.from({ length: (seconds * 1000) / FRAME_MS }, (_, frame) => frame)
  const loudness = frames.map((frame) => (speaks(frame) && frame % 5 !== 2 ? -20 - (frame % 7) : -70))
  return { loudness, voiced: frames.map(speaks) }
}

it('waits for the end of what is being said', () => {
  expect(livePiece(meterOf(6, [[2, 6]]), 0)).toEqual({ piece: null, settledMs: 1_750 })
})

it('gives a talk once it is over, and then the next one', () => {
  const meter = meterOf(14, [
    [2, 5],
    [8, 12],
  ])
  const first = livePiece(meter, 0)
  expect(first).toEqual({ piece: { startMs: 1_750, endMs: 5_250 }, settledMs: 5_250 })
  expect(livePiece(meter, first.settledMs).piece).toEqual({ startMs: 7_750, endMs: 12_250 })
})

it('does not let somebody who talks on and on wait: a pause is where they are cut', () => {
  const { piece } = livePiece(
    meterOf(30, [
      [0, 12],
      [12.6, 30],
    ]),
    0,
  )
  expect(piece).toEqual({ startMs: 0, endMs: 12_300 })
})

it('leaves silence behind', () => {
  expect(livePiece(meterOf(20, []), 0)).toEqual({ piece: null, settledMs: 19_000 })
})
