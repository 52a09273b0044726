import { cutTalk, talksIn } from './pieces.ts'
import type { Stretch } from './speech.ts'
import { FRAME_MS, type Voice } from './voice-meter.ts'
import { merge } from './voice-stretches.ts'

/** Whoever reads along waits at most so long for a word, beside the engine's own time. */
const LIVE_PIECE_MS_MAX = 15_000
/** After so long a pause a talk is over, however short it was. */
const OVER_MS = 900
/** Whether the last moment is silence is known a little later. */
const UNSETTLED_MS = 1_000

/** What of a recording under way can be heard by now, and up to where nothing is left to be heard. */
export type LivePiece = { piece: Stretch | null; settledMs: number }

/**
 * The first talk after a moment that is over, or as much as fits of one that goes on, cut in a pause. What was only just
 * begun to be said waits for its end: an engine makes little of half a sentence.
 * @param fromMs up to where was heard before, on the meter's clock
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
