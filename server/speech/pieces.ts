import { measureVoice } from './sound.ts'
import type { Stretch } from './speech.ts'
import { FRAME_MS, type Voice } from './voice-meter.ts'
import { merge, voiceStretches } from './voice-stretches.ts'

/** Google's synchronous call takes 60 seconds; all other engines take more. */
export const PIECE_MS_MAX = 55_000
/** First consonants begin softly and last ones fade away: this much sound is kept around what was heard. */
export const AROUND_MS = 250
/** A pause this long is not sent: it costs money, and engines make up words in it. */
const LONG_PAUSE_MS = 5_000

/**
 * Cuts a recording, in its pauses, into pieces that hold speech, in order and without overlap. Stretches in which nobody speaks are
 * in no piece; a recording in which nobody speaks yields no pieces. The same file always yields the same pieces.
 * @param pieceMsMax what the engine takes, `limits.pieceMsMax`
 * @throws SpeechFailure NO_SOUND, UNREADABLE, NOT_SET_UP or ABORTED
 */
export async function cutIntoPieces(
  file: string,
  signal: AbortSignal,
  pieceMsMax = PIECE_MS_MAX,
): Promise<Stretch[]> {
  return piecesOf(await measureVoice(file, signal), pieceMsMax)
}

/**
 * Cuts pieces of a recording that are too long for an engine, in their pauses.
 * @throws SpeechFailure as `cutIntoPieces` does
 */
export async function pieceCutter(
  file: string,
  signal: AbortSignal,
  pieceMsMax: number,
): Promise<(piece: Stretch) => Stretch[]> {
  const meter = await measureVoice(file, signal)
  const talks = talksIn(meter)
  return (piece) => cutTalk(meter, talks, piece, pieceMsMax)
}

/** Like `cutIntoPieces`, for sound that was measured already. */
export function piecesOf(meter: Voice, pieceMsMax: number): Stretch[] {
  const talks = talksIn(meter)
  return merge(talks, LONG_PAUSE_MS).flatMap((talk) => cutTalk(meter, talks, talk, pieceMsMax))
}

/** Where somebody talks, including the soft beginnings and ends around what was heard. */
export function talksIn(meter: Voice): Stretch[] {
  return withSurroundings(voiceStretches(meter), meter.loudness.length * FRAME_MS)
}

/** Cuts one talk into pieces of at most `msMax`, in its pauses. */
export function cutTalk(meter: Voice, talks: readonly Stretch[], talk: Stretch, msMax: number): Stretch[] {
  const pauses = pausesWithin(talk, talks)
  return cut(talk, msMax, (from, to) => bestPause(pauses, from, to) ?? quietest(meter.loudness, from, to))
}

/** Cuts until what is left fits. The place of each cut is looked for in the second half of a piece. */
function cut(
  talk: Stretch,
  msMax: number,
  placeBetween: (fromMs: number, toMs: number) => number,
): Stretch[] {
  const pieces: Stretch[] = []
  let { startMs } = talk
  while (talk.endMs - startMs > msMax) {
    const at = placeBetween(startMs + msMax / 2, startMs + msMax)
    pieces.push({ startMs, endMs: at })
    startMs = at
  }
  return [...pieces, { startMs, endMs: talk.endMs }]
}

function withSurroundings(stretches: readonly Stretch[], lengthMs: number): Stretch[] {
  const wider = stretches.map(({ startMs, endMs }) => ({
    startMs: Math.max(0, startMs - AROUND_MS),
    endMs: Math.min(lengthMs, endMs + AROUND_MS),
  }))
  return merge(wider, 1)
}

function pausesWithin(talk: Stretch, talks: readonly Stretch[]): Stretch[] {
  const inside = talks.filter((one) => one.startMs >= talk.startMs && one.endMs <= talk.endMs)
  return inside.slice(1).map((one, index) => ({ startMs: inside[index]?.endMs ?? 0, endMs: one.startMs }))
}

/** The middle of the longest pause, where a sentence most likely ends. */
function bestPause(pauses: readonly Stretch[], fromMs: number, toMs: number): number | null {
  const middles = pauses
    .map(({ startMs, endMs }) => ({ at: Math.round((startMs + endMs) / 2), lengthMs: endMs - startMs }))
    .filter(({ at }) => at > fromMs && at <= toMs)
    .sort((one, other) => other.lengthMs - one.lengthMs)
  return middles[0]?.at ?? null
}

/** For a talk without any pause: the place where it is quietest for 100 ms. */
function quietest(loudness: Voice['loudness'], fromMs: number, toMs: number): number {
  const around = 2
  let best = { at: toMs, loudness: Infinity }
  for (let frame = Math.ceil(fromMs / FRAME_MS) + around; frame < toMs / FRAME_MS - around; frame += 1) {
    let sum = 0
    for (const one of loudness.slice(frame - around, frame + around + 1)) sum += one
    if (sum < best.loudness) best = { at: frame * FRAME_MS, loudness: sum }
  }
  return best.at
}
