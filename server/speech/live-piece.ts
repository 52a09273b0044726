import { cutTalk, talksIn } from './pieces.ts'
import type { Stretch } from './speech.ts'
import { FRAME_MS, type Voice } from './voice-meter.ts'
import { merge } from './voice-stretches.ts'

/** How long a piece may be: the longest that somebody who reads along waits for a word, apart from the engine's own time. */
const LIVE_PIECE_MS_MAX = 15_000
/** After a pause this long a talk is over, however short it was. */
const OVER_MS = 900
/** The last part of the sound, where it is not certain yet whether it is silence. */
const UNSETTLED_MS = 1_000

/** The next piece of a running recording that can be recognised now, and the moment up to which nothing is left to recognise. */
export type LivePiece = { piece: Stretch | null; settledMs: number }

/**
 * The next finished talk after `fromMs`, or as much as fits of a talk that goes on, cut in a pause. A talk that has only just begun
 * waits for its end, because an engine makes little of half a sentence.
 * @param fromMs up to where the recording was recognised before, on the meter's clock
 */
export function livePiece(meter: Voice, fromMs: number): LivePiece {
  const lengthMs = meter.loudness.length * FRAME_MS
  const talks = talksIn(meter)
    .filter(({ endMs }) => endMs > fromMs)
    .map(({ startMs, endMs }) => ({ startMs: Math.max(startMs, fromMs), endMs }))
  const [talk] = merge(talks, OVER_MS)
  if (!talk) return { piece: null, settledMs: Math.max(fromMs, lengthMs - UNSETTLED_MS) }

  const [first = talk, ...more] = cutTalk(meter, talks, talk, LIVE_PIECE_MS_MAX)
  const isOver = more.length > 0 || talk.endMs + OVER_MS <= lengthMs
  return isOver ? { piece: first, settledMs: first.endMs } : { piece: null, settledMs: talk.startMs }
}
