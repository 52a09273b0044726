import type { Peaks } from './media-tool.ts'

/** The most points of a waveform: more than a screen has pixels across would only cost bytes. */
const WINDOWS_PER_SECOND = 100
const POINTS_MAX = 4_000

/** Gathers the lowest and the highest sample of each window of signed 16-bit mono sound while it streams by. */
export class PeaksMeter {
  readonly #sampleRate: number
  readonly #window: number
  readonly #lows: number[] = []
  readonly #highs: number[] = []
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
    if (this.#lows.length === 0) return null

    const windowsPerPoint = Math.ceil(this.#lows.length / POINTS_MAX)
    const data: number[] = []
    for (let from = 0; from < this.#lows.length; from += windowsPerPoint) {
      const to = from + windowsPerPoint
      data.push(Math.min(...this.#lows.slice(from, to)) >> 8, Math.max(...this.#highs.slice(from, to)) >> 8)
    }
    return {
      version: 2,
      channels: 1,
      sample_rate: this.#sampleRate,
      samples_per_pixel: this.#window * windowsPerPoint,
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
    this.#lows.push(this.#low)
    this.#highs.push(this.#high)
    this.#inWindow = 0
  }
}
