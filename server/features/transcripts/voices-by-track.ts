import type { Stretch } from '../../speech/speech.ts'

/** Loudness values per millisecond: one each 5 ms, as server/media/tracks measures them. */
const STEPS_PER_MS = 0.2
/** 4 dB, as a natural logarithm of energy. Two microphones that hear both people equally well differ by less. */
const APART_MIN = 4 / (10 * Math.LOG10E)
/** The two clusters of words have to be this many times further apart than they are wide (standard deviation). */
const APART_SPREADS = 2
const WORDS_MIN = 3
const SHARE_MIN = 0.05
const ROUNDS = 20

/** A track's loudness. `atMs` maps a time of the transcript's recording to the time of this track. */
export type TrackLoudness = { energy: Float32Array; atMs: (ms: number) => number }

/**
 * Who says each word where two people talk, each with a microphone: '1' for words that are louder on the first track
 * than on the second, compared with the other words, '2' for the rest. Gains do not matter, since only the differences
 * between the tracks count, and whether these form two clusters. Null where they do not: there is one person, or both
 * are equally near to the microphones.
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
  // A single word within what the other person says is more often a cough than a turn. Not so where the words around it stand alone,
  // too: there the two answer each other.
  return voices.map((voice, index) => {
    const [before, after] = [voices[index - 1], voices[index + 1]]
    if (before === undefined || before !== after) return voice
    const goesOn = [voices[index - 2], voices[index + 2]].every(
      (next) => next === undefined || next === before,
    )
    return goesOn ? before : voice
  })
}

function levelOf({ startMs, endMs }: Stretch, { energy, atMs }: TrackLoudness): number {
  const from = Math.max(0, Math.floor(atMs(startMs) * STEPS_PER_MS))
  const to = Math.min(energy.length, Math.max(from + 1, Math.ceil(atMs(endMs) * STEPS_PER_MS)))
  let sum = 0
  for (let at = from; at < to; at += 1) sum += energy[at] ?? 0
  return Math.log(sum / Math.max(1, to - from) + 1)
}

/**
 * The border between two clusters: k-means with k = 2, started from the 10th and 90th percentiles. Null where the
 * clusters are not clearly apart.
 */
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
