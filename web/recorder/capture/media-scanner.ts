import { type Bytes, concatenate } from '../hash.ts'

/** One element of a container: how many of its bytes were read, how many follow that need no reading, and what it tells. */
export type Element = {
  read: number
  skip: number
  /** How long the recording is once this element is complete, in milliseconds. */
  endMs?: number
}

/**
 * Reads the element that begins there; null when more bytes are needed to tell. Throws `UnknownMedia` when there is none.
 */
export type ElementReader = (bytes: Bytes, at: number) => Element | null

/** The bytes are not what their type says. */
export class UnknownMedia extends Error {}

/** More than any head of what browsers record: who asks for more reads something else. */
const waitingBytesMax = 1_048_576

/** Follows a recording through its slices, which are cut anywhere, and keeps no more of it than an element's head. */
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

  /** How long the recording is up to the last complete packet; null while none has told its time. */
  get endMs(): number | null {
    return this.#endMs
  }

  /** The longest time between two packets of the last slice, or between it and the one before. */
  get longestStepMs(): number {
    return this.#longestStepMs
  }

  /** Whether the bytes could not be understood. They are not looked at any more. */
  get isLost(): boolean {
    return this.#isLost
  }

  add(slice: Bytes): void {
    this.#longestStepMs = 0
    if (this.#isLost) return
    try {
      this.#follow(this.#waiting.length > 0 ? concatenate([this.#waiting, slice]) : slice)
    } catch (error) {
      // A field that lies behind the end of its box is a RangeError.
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

  /** An element tells its time in its head; it counts once its last byte is there. */
  #keepPromise(): void {
    const promisedMs = this.#promisedMs
    this.#promisedMs = null
    if (promisedMs === null) return
    if (this.#endMs !== null) this.#longestStepMs = Math.max(this.#longestStepMs, promisedMs - this.#endMs)
    this.#endMs = Math.max(this.#endMs ?? 0, promisedMs)
  }
}
