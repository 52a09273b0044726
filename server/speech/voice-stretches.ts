import type { Stretch } from './speech.ts'
import { FRAME_MS, QUIETEST_DB, type Voice } from './voice-meter.ts'

const FRAMES_A_BLOCK = 1000 / FRAME_MS
/**
 * The background is the level of the quietest tenth of the surrounding 20 seconds, so that it follows a fan that is switched on.
 */
const BLOCKS_AROUND = 10
const QUIETEST_PART = 0.1
const ABOVE_BACKGROUND_DB = 8
const AUDIBLE_DB = -58
/** A silence shorter than this, between two syllables or before a hard consonant, does not end speech. */
const WITHIN_SPEECH_MS = 300
/** Whispered words have no pitch. Near voiced ones they count all the same, if they last as long as a word. */
const SAME_TALK_MS = 2_000
const WHISPERED_MS_MIN = 400
const VOICED_MS_MIN = 80
/** Over 400 ms the loudness of a voice varies by 15 dB and more; that of a fan, rain or a whistle by 4 dB at most. */
const STEADY_FRAMES = 10
const STEADY_DB = 6

/** Where somebody speaks, in order, as exactly as 20 ms frames allow. Steady noise, beeps and silence are left out. */
export function voiceStretches(meter: Voice): Stretch[] {
  const loud = merge(loudStretches(meter), WITHIN_SPEECH_MS)
  const talks = merge(loud, SAME_TALK_MS).filter((talk) => voicedMs(meter, talk) >= VOICED_MS_MIN)
  return loud
    .filter((one) => one.endMs - one.startMs >= WHISPERED_MS_MIN || voicedMs(meter, one) > 0)
    .filter((one) => talks.some((talk) => one.startMs >= talk.startMs && one.endMs <= talk.endMs))
}

function loudStretches(meter: Voice): Stretch[] {
  const { loudness } = meter
  const background = backgroundByBlock(loudness)
  const stretches: Stretch[] = []
  let start: number | null = null
  for (let frame = 0; frame <= loudness.length; frame += 1) {
    const floor = background[Math.floor(frame / FRAMES_A_BLOCK)] ?? 0
    const isLoud = (loudness[frame] ?? -Infinity) > Math.max(AUDIBLE_DB, floor + ABOVE_BACKGROUND_DB)
    const isSpeech = isLoud && !isSteady(meter, frame)
    if (isSpeech) start ??= frame
    if (isSpeech || start === null) continue
    stretches.push({ startMs: start * FRAME_MS, endMs: frame * FRAME_MS })
    start = null
  }
  return stretches
}

function isSteady({ loudness, voiced }: Voice, frame: number): boolean {
  let [quietest, loudest] = [Infinity, -Infinity]
  for (let near = frame - STEADY_FRAMES; near <= frame + STEADY_FRAMES; near += 1) {
    if (voiced[near]) return false
    const db = loudness[near]
    if (db === undefined) continue
    quietest = Math.min(quietest, db)
    loudest = Math.max(loudest, db)
  }
  return loudest - quietest < STEADY_DB
}

/**
 * The background level for each second, from a histogram that moves along with the window: examining ten hours takes no longer than
 * adding them up.
 */
function backgroundByBlock(loudness: Voice['loudness']): number[] {
  const blocks = Math.ceil(loudness.length / FRAMES_A_BLOCK)
  const counts = new Uint32Array(-QUIETEST_DB + 1)
  let inside = 0
  const count = (block: number, by: 1 | -1) => {
    if (block < 0 || block >= blocks) return
    for (const db of loudness.slice(block * FRAMES_A_BLOCK, (block + 1) * FRAMES_A_BLOCK)) {
      const bin = Math.min(counts.length - 1, Math.floor(db - QUIETEST_DB))
      counts[bin] = (counts[bin] ?? 0) + by
      inside += by
    }
  }

  for (let block = 0; block < BLOCKS_AROUND; block += 1) count(block, 1)
  return Array.from({ length: blocks }, (_, block) => {
    count(block + BLOCKS_AROUND, 1)
    count(block - BLOCKS_AROUND - 1, -1)
    return QUIETEST_DB + binAt(counts, inside * QUIETEST_PART)
  })
}

function binAt(counts: Uint32Array, rank: number): number {
  let seen = 0
  for (let bin = 0; bin < counts.length; bin += 1) {
    seen += counts[bin] ?? 0
    if (seen > rank) return bin
  }
  return counts.length - 1
}

/** Joins neighbouring stretches that are less than `apartMs` apart. */
export function merge(stretches: readonly Stretch[], apartMs: number): Stretch[] {
  const merged: Stretch[] = []
  for (const { startMs, endMs } of stretches) {
    const last = merged.at(-1)
    if (last && startMs - last.endMs < apartMs) last.endMs = endMs
    else merged.push({ startMs, endMs })
  }
  return merged
}

function voicedMs({ voiced }: Voice, { startMs, endMs }: Stretch): number {
  let frames = 0
  for (let frame = startMs / FRAME_MS; frame < endMs / FRAME_MS; frame += 1) if (voiced[frame]) frames += 1
  return frames * FRAME_MS
}
