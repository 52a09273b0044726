import { GrowingArray } from '../growing-array.ts'

/** The sound is converted to this sample rate, mono and 16 bit, before it is measured. */
export const SOUND_RATE = 8_000
/** Loudness values per second: one for each step of 5 ms. */
export const LOUDNESS_RATE = 200
const SAMPLES_PER_STEP = SOUND_RATE / LOUDNESS_RATE
/** Removes rumble and the hum of rooms, which two microphones do not have in common. */
const PRE_EMPHASIS = 0.95

/** Measures the energy of a sound in steps of 5 ms, from samples that arrive in pieces: an hour is 720,000 numbers. */
export class LoudnessMeter {
  readonly #steps = new GrowingArray((length) => new Float32Array(length))
  #energy = 0
  #inStep = 0
  #before = 0
  #halfSample: number | null = null

  /** Takes signed 16-bit little-endian samples; a piece may end in the middle of a sample. */
  add(bytes: Uint8Array): void {
    let at = 0
    if (this.#halfSample !== null && bytes.length > 0) {
      this.#take(this.#halfSample | ((bytes[0] ?? 0) << 8))
      this.#halfSample = null
      at = 1
    }
    for (; at + 1 < bytes.length; at += 2) this.#take((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8))
    if (at < bytes.length) this.#halfSample = bytes[at] ?? 0
  }

  finish(): Float32Array {
    return this.#steps.values
  }

  #take(unsigned: number): void {
    const sample = (unsigned << 16) >> 16
    const bright = sample - PRE_EMPHASIS * this.#before
    this.#before = sample
    this.#energy += bright * bright
    this.#inStep += 1
    if (this.#inStep < SAMPLES_PER_STEP) return

    this.#steps.push(this.#energy / SAMPLES_PER_STEP)
    this.#energy = 0
    this.#inStep = 0
  }
}

/** This share of a recording's steps, the quietest, is taken to hold nothing but its own noise. */
const NOISE_SHARE = 0.2
const SLOWEST_SECONDS = 1

/**
 * How loudness rises and falls, independent of gain and noise: the logarithm of the energy above the recording's own noise, without
 * changes that are slower than a second.
 */
export function contourOf(energy: Float32Array): Float32Array {
  const sorted = energy.toSorted()
  const floor = 2 * (sorted[Math.floor(sorted.length * NOISE_SHARE)] ?? 0) + 1
  const level = energy.map((value) => Math.log(value + floor))
  return withoutSlowChanges(level, SLOWEST_SECONDS * LOUDNESS_RATE)
}

function withoutSlowChanges(values: Float32Array, steps: number): Float32Array {
  const half = Math.floor(steps / 2)
  const sums = new Float64Array(values.length + 1)
  for (let index = 0; index < values.length; index += 1) {
    sums[index + 1] = (sums[index] ?? 0) + (values[index] ?? 0)
  }
  return values.map((value, index) => {
    const from = Math.max(0, index - half)
    const to = Math.min(values.length, index + half + 1)
    return value - ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from)
  })
}

/** Reduces the values to fewer, each the mean of `by` of them. */
export function thinned(values: Float32Array, by: number): Float32Array {
  return Float32Array.from({ length: Math.floor(values.length / by) }, (_, index) => {
    let sum = 0
    for (let at = index * by; at < (index + 1) * by; at += 1) sum += values[at] ?? 0
    return sum / by
  })
}
