import type { Peaks } from './media-tool.ts'

/** The most points of a waveform: more than a screen has pixels across would only cost bytes. */
const WINDOWS_PER_SECOND = 100
const POINTS_MAX = 4_000
const WINDOWS_MAX = POINTS_MAX * 2

/**
 * Gathers the lowest and the highest sample of each window of signed 16-bit mono sound while it streams by. Whenever there are
 * twice as many windows as points, each two become one, so that sound of any length takes the same memory.
 */
export class PeaksMeter {
  readonly #sampleRate: number
  readonly #lows = new Int16Array(WINDOWS_MAX)
  readonly #highs = new Int16Array(WINDOWS_MAX)
  #window: number
  #windows = 0
  #low = 0
  #high = 0
  #inWindow = 0
  #odd: number | null = null

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate
    this.#window = Math.max(1, Math.round(sampleRate / WINDOWS_PER_SECOND))
  }

  /** Takes little-endian samples; the bytes may be cut anywhere. */
  add(bytes: Buffer): void {
    let at = 0
    if (this.#odd !== null && bytes.length > 0) {
      this.sample(Buffer.from([this.#odd, bytes.readUInt8(0)]).readInt16LE(0))
      this.#odd = null
      at = 1
    }
    for (; at + 1 < bytes.length; at += 2) this.sample(bytes.readInt16LE(at))
    if (at < bytes.length) this.#odd = bytes.readUInt8(at)
  }

  /** The waveform of everything added, in at most 4,000 points; null where nothing was added. */
  finish(): Peaks | null {
    if (this.#inWindow > 0) this.#closeWindow()
    if (this.#windows === 0) return null

    if (this.#windows > POINTS_MAX) this.#mergePairs()
    const data: number[] = []
    for (let at = 0; at < this.#windows; at += 1) {
      data.push((this.#lows[at] ?? 0) >> 8, (this.#highs[at] ?? 0) >> 8)
    }
    return {
      version: 2,
      channels: 1,
      sample_rate: this.#sampleRate,
      samples_per_pixel: this.#window,
      bits: 8,
      length: data.length / 2,
      data,
    }
  }

  /** Takes one sample, -32,768 to 32,767. */
  sample(value: number): void {
    if (this.#inWindow === 0 || value < this.#low) this.#low = value
    if (this.#inWindow === 0 || value > this.#high) this.#high = value
    this.#inWindow += 1
    if (this.#inWindow === this.#window) this.#closeWindow()
  }

  #closeWindow(): void {
    this.#lows[this.#windows] = this.#low
    this.#highs[this.#windows] = this.#high
    this.#windows += 1
    this.#inWindow = 0
    if (this.#windows === WINDOWS_MAX) this.#mergePairs()
  }

  /** Doubles the window; a last one without a neighbour stays as it is. */
  #mergePairs(): void {
    const windows = Math.ceil(this.#windows / 2)
    for (let at = 0; at < windows; at += 1) {
      const [one, other] = [at * 2, Math.min(at * 2 + 1, this.#windows - 1)]
      this.#lows[at] = Math.min(this.#lows[one] ?? 0, this.#lows[other] ?? 0)
      this.#highs[at] = Math.max(this.#highs[one] ?? 0, this.#highs[other] ?? 0)
    }
    this.#windows = windows
    this.#window *= 2
  }
}
