import { GrowingArray } from '../media/growing-array.ts'

export const ANALYSIS_RATE = 8_000
export const FRAME_MS = 20
const FRAME = (ANALYSIS_RATE * FRAME_MS) / 1000
/** Pitch is searched in windows of two frames, one behind the other: 40 ms hold at least three periods of a deep voice. */
const WINDOW = FRAME * 2
const LAG_MIN = Math.floor(ANALYSIS_RATE / 400)
const LAG_MAX = Math.ceil(ANALYSIS_RATE / 75)
/** The share of the energy that repeats one period later: vowels reach 0.6 to 0.95, noise stays below 0.35. */
const PERIODIC = 0.5
/**
 * The share of the energy that two past samples do not predict. Below 1 in 10,000 the sound is a whistle, a beep or a hum, not a
 * vowel.
 */
const TONE = 1e-4
export const QUIETEST_DB = -100
/** No microphone is this quiet while somebody speaks into it. */
const NOT_EVEN_NOISE_DB = -58

/** For every 20 ms: the loudness in decibels relative to full scale, and whether there is a pitch that a voice can have. */
export type Voice = {
  readonly loudness: readonly number[] | Float32Array
  readonly voiced: ArrayLike<boolean | number>
}

/**
 * Takes signed 16-bit little-endian mono sound at 8 kHz as it streams by, and keeps two values for every 20 ms: the loudness, and
 * whether there is a pitch that a voice can have. Ten hours take 9 MB.
 */
export class VoiceMeter implements Voice {
  readonly #loudness = new GrowingArray((length) => new Float32Array(length))
  readonly #voiced = new GrowingArray((length) => new Uint8Array(length))
  readonly #window = new Float64Array(WINDOW)
  #filled = 0
  #odd: number | null = null

  add(bytes: Buffer): void {
    let rest = bytes
    if (this.#odd !== null && bytes.length > 0) {
      rest = Buffer.concat([Buffer.from([this.#odd]), bytes])
      this.#odd = null
    }
    for (let at = 0; at + 1 < rest.length; at += 2) this.#sample(rest.readInt16LE(at) / 32_768)
    if (rest.length % 2 === 1) this.#odd = rest.readUInt8(rest.length - 1)
  }

  /** In decibels relative to full scale, one value per frame of 20 ms. */
  get loudness(): Float32Array {
    return this.#loudness.values
  }

  /** 1 or 0, one value per frame. */
  get voiced(): Uint8Array {
    return this.#voiced.values
  }

  #sample(value: number): void {
    this.#window[this.#filled] = value
    this.#filled += 1
    if (this.#filled < WINDOW) return

    const first = loudnessOf(this.#window.subarray(0, FRAME))
    const second = loudnessOf(this.#window.subarray(FRAME))
    const voiced = Math.max(first, second) > NOT_EVEN_NOISE_DB && hasVoice(this.#window)
    this.#keep(first, voiced)
    this.#keep(second, voiced)
    this.#filled = 0
  }

  #keep(loudness: number, voiced: boolean): void {
    this.#loudness.push(loudness)
    this.#voiced.push(Number(voiced))
  }
}

function loudnessOf(samples: Float64Array): number {
  const power = energy(samples, 0, samples.length) / samples.length
  return power > 0 ? Math.max(QUIETEST_DB, 10 * Math.log10(power)) : QUIETEST_DB
}

function hasVoice(samples: Float64Array): boolean {
  if (isPureTone(samples)) return false

  for (let lag = LAG_MIN; lag <= LAG_MAX; lag += 1) {
    const compared = samples.length - lag
    const product = correlation(samples, lag)
    const both = Math.sqrt(energy(samples, 0, compared) * energy(samples, lag, compared))
    if (both > 0 && product / both > PERIODIC) return true
  }
  return false
}

/**
 * Whether the sound is a single sine: each sample is predicted from the two before it, by least squares, which works for one sine
 * and for nothing richer.
 */
function isPureTone(samples: Float64Array): boolean {
  const [s00, s01, s02] = [product(samples, 0, 0), product(samples, 0, 1), product(samples, 0, 2)]
  const [s11, s12, s22] = [product(samples, 1, 1), product(samples, 1, 2), product(samples, 2, 2)]
  const determinant = s11 * s22 - s12 * s12
  if (determinant <= 0) return true

  const first = (s01 * s22 - s02 * s12) / determinant
  const second = (s02 * s11 - s01 * s12) / determinant
  return s00 - first * s01 - second * s02 < s00 * TONE
}

/** The sum of sample[n - one] x sample[n - other] over every n that has two samples before it. */
function product(samples: Float64Array, one: number, other: number): number {
  let sum = 0
  for (let at = 2; at < samples.length; at += 1) sum += (samples[at - one] ?? 0) * (samples[at - other] ?? 0)
  return sum
}

function correlation(samples: Float64Array, lag: number): number {
  let sum = 0
  for (let at = lag; at < samples.length; at += 1) sum += (samples[at] ?? 0) * (samples[at - lag] ?? 0)
  return sum
}

function energy(samples: Float64Array, from: number, count: number): number {
  let sum = 0
  for (let at = from; at < from + count; at += 1) sum += (samples[at] ?? 0) ** 2
  return sum
}
