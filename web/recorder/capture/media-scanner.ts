import { type Bytes, concatenate } from '../hash.ts'

/** One element of a container: how many of its bytes were read, how many after them can be skipped, and the time it gives. */
export type Element = {
  read: number
  skip: number
  /** The recording's length once this element is complete, in milliseconds. */
  endMs?: number
}

/**
 * Reads the element at `at`; null when more bytes are needed. Throws `UnknownMedia` when no element begins there.
 */
export type ElementReader = (bytes: Bytes, at: number) => Element | null

/** The bytes are not of the format that their media type names. */
export class UnknownMedia extends Error {}

/** More than any element head that browsers write: if more is needed, the bytes are something else. */
const waitingBytesMax = 1_048_576

/** Follows a recording through slices that may be cut anywhere, and keeps no more of it in memory than one element's head. */
export class MediaScanner {
  readonly #read: ElementReader
  #waiting: Bytes = new Uint8Array()
  #skip = 0
  #promisedMs: number | null = null
  #endMs: number | null = null
  #longestStepMs = 0
  #isLost = false

  constructor(read: ElementReader) {
    this.#read = read
  }

  /** The recording's length up to the last complete packet; null until an element has given a time. */
  get endMs(): number | null {
    return this.#endMs
  }

  /** The longest time between two packets within the last slice, or between its first and the slice before. */
  get longestStepMs(): number {
    return this.#longestStepMs
  }

  /** Whether the bytes could not be understood. Further slices are then ignored. */
  get isLost(): boolean {
    return this.#isLost
  }

  add(slice: Bytes): void {
    this.#longestStepMs = 0
    if (this.#isLost) return
    try {
      this.#follow(this.#waiting.length > 0 ? concatenate([this.#waiting, slice]) : slice)
    } catch (error) {
      // Reading a field beyond the end of the buffer throws a RangeError.
      if (!(error instanceof UnknownMedia || error instanceof RangeError)) throw error
      this.#isLost = true
      this.#waiting = new Uint8Array()
    }
  }

  #follow(bytes: Bytes): void {
    let at = 0
    for (;;) {
      const skipped = Math.min(this.#skip, bytes.length - at)
      at += skipped
      this.#skip -= skipped
      if (this.#skip > 0) break
      this.#keepPromise()

      const element = at < bytes.length ? this.#read(bytes, at) : null
      if (element === null) break
      at += element.read
      this.#skip = element.skip
      this.#promisedMs = element.endMs ?? this.#promisedMs
    }
    this.#waiting = bytes.slice(at)
    if (this.#waiting.length > waitingBytesMax) throw new UnknownMedia('no element is that long')
  }

  /** An element's head gives its end time, which counts only once the element's last byte has arrived. */
  #keepPromise(): void {
    const promisedMs = this.#promisedMs
    this.#promisedMs = null
    if (promisedMs === null) return
    if (this.#endMs !== null) this.#longestStepMs = Math.max(this.#longestStepMs, promisedMs - this.#endMs)
    this.#endMs = Math.max(this.#endMs ?? 0, promisedMs)
  }
}
