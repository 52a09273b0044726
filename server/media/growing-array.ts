const FIRST_LENGTH = 65_536

/**
 * Numbers that come one by one, in a typed array that doubles when it is full: each takes 1 or 4 bytes, where a plain array takes 8.
 */
export class GrowingArray<Kind extends Float32Array | Uint8Array> {
  readonly #ofLength: (length: number) => Kind
  #all: Kind
  #length = 0

  constructor(ofLength: (length: number) => Kind) {
    this.#ofLength = ofLength
    this.#all = ofLength(FIRST_LENGTH)
  }

  push(value: number): void {
    if (this.#length === this.#all.length) {
      const grown = this.#ofLength(this.#length * 2)
      grown.set(this.#all)
      this.#all = grown
    }
    this.#all[this.#length] = value
    this.#length += 1
  }

  /** Everything that has come, as a view: it does not grow with what comes later. */
  get values(): Kind {
    return this.#all.subarray(0, this.#length) as Kind
  }
}
