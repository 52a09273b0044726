import { insist } from './declined.ts'

const PAGE = 16_384

/** The bytes that all tables of one file may take together; a film of four hours takes a tenth of them. */
export class Room {
  #bytesLeft: number

  constructor(bytes: number) {
    this.#bytesLeft = bytes
  }

  take(bytes: number): void {
    this.#bytesLeft -= bytes
    insist(this.#bytesLeft >= 0, 'more samples than there is room for')
  }
}

type Page = Uint32Array | Float64Array
type PageType = { new (length: number): Page; readonly BYTES_PER_ELEMENT: number }

/** A growing list of numbers of one width, kept in pages, so that growing it never copies it or holds it twice. */
export class Column {
  readonly #room: Room
  readonly #type: PageType
  readonly #pages: Page[] = []
  #length = 0

  private constructor(room: Room, type: PageType) {
    this.#room = room
    this.#type = type
  }

  /** For counts and sizes. */
  static of32(room: Room): Column {
    return new Column(room, Uint32Array)
  }

  /** For places in a file, exact up to 2^53. */
  static ofPlaces(room: Room): Column {
    return new Column(room, Float64Array)
  }

  get length(): number {
    return this.#length
  }

  at(index: number): number {
    return this.#pages[Math.floor(index / PAGE)]?.[index % PAGE] ?? 0
  }

  push(value: number): void {
    const within = this.#length % PAGE
    if (within === 0) {
      this.#room.take(PAGE * this.#type.BYTES_PER_ELEMENT)
      this.#pages.push(new this.#type(PAGE))
    }
    const page = this.#pages.at(-1)
    if (page) page[within] = value
    this.#length += 1
  }

  /** Replaces the last value. */
  replaceLast(value: number): void {
    const page = this.#pages.at(-1)
    if (page) page[(this.#length - 1) % PAGE] = value
  }
}

/** Values that repeat many times in a row, stored as pairs of count and value; negative values as their 32 bits. */
export class Runs {
  readonly counts: Column
  readonly values: Column

  constructor(room: Room) {
    this.counts = Column.of32(room)
    this.values = Column.of32(room)
  }

  push(value: number): void {
    const bits = value >>> 0
    const last = this.counts.length - 1
    if (last >= 0 && this.values.at(last) === bits) {
      this.counts.replaceLast(this.counts.at(last) + 1)
      return
    }
    this.counts.push(1)
    this.values.push(bits)
  }
}
