import type { Stretch } from '../../speech/speech.ts'

/** Steps of loudness in a second, as server/media/tracks measures it. */
const STEPS_PER_MS = 0.2
/** Natural logarithm of energy: 4 dB. Two microphones that hear both people alike differ by less. */
const APART_MIN = 4 / (10 * Math.LOG10E)
/** The two heaps of words have to lie further apart than each is wide. */
const APART_SPREADS = 2
const WORDS_MIN = 3
const SHARE_MIN = 0.05
const ROUNDS = 20

/** A track's loudness, and which of its milliseconds is a given one of the transcript's recording. */
export type TrackLoudness = { energy: Float32Array; atMs: (ms: number) => number }

/**
 * Who says each word where two people talk, one microphone each: '1' for words that the first track hears stronger than
 * it usually does beside the second, '2' for the others. Gains do not matter, since only the difference between the
 * tracks is looked at, and whether it falls into two heaps. Null where it does not: one person, or both equally near.
 */
export function voicesByTrack(
  words: readonly Stretch[],
  first: TrackLoudness,
  second: TrackLoudness,
): ('1' | '2')[] | null {
  const differences = words.map((word) => levelOf(word, first) - levelOf(word, second))
  const border = borderBetweenHeaps(differences)
  if (border === null) return null
  const voices = differences.map((difference) => (difference >= border ? '1' : '2') as '1' | '2')
  // A single word between two of somebody else's is more often a cough than a turn.
  return voices.map((voice, index) => {
    const [before, after] = [voices[index - 1], voices[index + 1]]
    return before !== undefined && before === after ? before : voice
  })
}

function levelOf({ startMs, endMs }: Stretch, { energy, atMs }: TrackLoudness): number {
  const from = Math.max(0, Math.floor(atMs(startMs) * STEPS_PER_MS))
  const to = Math.min(energy.length, Math.max(from + 1, Math.ceil(atMs(endMs) * STEPS_PER_MS)))
  let sum = 0
  for (let at = from; at < to; at += 1) sum += energy[at] ?? 0
  return Math.log(sum / Math.max(1, to - from) + 1)
}

/** Two means, begun at the outer tenths; null where the heaps are not clearly two. */
function borderBetweenHeaps(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const tenth = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  let border = (tenth(0.1) + tenth(0.9)) / 2
  for (let round = 0; round < ROUNDS; round += 1) {
    const [low, high] = heapsAt(values, border)
    if (low.length === 0 || high.length === 0) return null
    border = (mean(low) + mean(high)) / 2
  }
  const [low, high] = heapsAt(values, border)
  const least = Math.max(WORDS_MIN, values.length * SHARE_MIN)
  if (low.length < least || high.length < least) return null
  const apart = mean(high) - mean(low)
  const spread = Math.sqrt((variance(low) * low.length + variance(high) * high.length) / values.length)
  return apart >= APART_MIN && apart >= APART_SPREADS * spread ? border : null
}

const heapsAt = (values: readonly number[], border: number) =>
  [values.filter((value) => value < border), values.filter((value) => value >= border)] as const

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function variance(values: readonly number[]): number {
  const middle = mean(values)
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length
}
