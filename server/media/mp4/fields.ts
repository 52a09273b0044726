import { insist } from './declined.ts'

const TWO_TO_32 = 0x1_0000_0000

/** Reads the fields of a box one after another (big-endian, as all of ISO/IEC 14496-12), and never past its end. */
export class Fields {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  u32(): number {
    return this.#bytes.readUInt32BE(this.#advance(4))
  }

  i32(): number {
    return this.#bytes.readInt32BE(this.#advance(4))
  }

  /** Declines numbers beyond 2^53: no time and no place in a file is larger. */
  u64(): number {
    const value = this.u32() * TWO_TO_32 + this.u32()
    insist(Number.isSafeInteger(value), 'a number beyond 2^53')
    return value
  }

  text(length: number): string {
    return this.take(length).toString('latin1')
  }

  take(length: number): Buffer {
    const at = this.#advance(length)
    return this.#bytes.subarray(at, at + length)
  }

  rest(): Buffer {
    return this.take(this.left)
  }

  #advance(length: number): number {
    insist(length <= this.left, 'a box shorter than its fields')
    const at = this.#at
    this.#at += length
    return at
  }
}
