import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { insist } from './declined.ts'

/** A file that can be read at any place. */
export class SourceFile {
  readonly size: number
  readonly #descriptor: number

  constructor(path: string) {
    this.#descriptor = openSync(path, 'r')
    this.size = fstatSync(this.#descriptor).size
  }

  /** Reads exactly `length` bytes; declines a stretch that lies outside the file. */
  read(at: number, length: number): Buffer {
    insist(at >= 0 && at + length <= this.size, 'a place outside the file')
    const bytes = Buffer.allocUnsafe(length)
    this.readInto(bytes, at)
    return bytes
  }

  /** Fills the bytes from the given place on. */
  readInto(bytes: Uint8Array, at: number): void {
    for (let done = 0; done < bytes.length; ) {
      const got = readSync(this.#descriptor, bytes, done, bytes.length - done, at + done)
      if (got === 0) throw new Error('the file became shorter while it was read')
      done += got
    }
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}

/** A top-level box of the file. `end` is where the box says that it ends; in a file that was cut off this is past the last byte. */
export type FileBox = { type: string; at: number; dataAt: number; end: number }

/** Enough for a fragment every quarter of a second for three days. */
const BOXES_MAX = 2_000_000

/** Yields the top-level boxes of the file, of which only the headers are read. Ends before a header that was cut off. */
export function* fileBoxes(file: SourceFile): Generator<FileBox> {
  let count = 0
  for (let at = 0; at + 8 <= file.size; ) {
    count += 1
    insist(count <= BOXES_MAX, 'too many boxes in the file')
    const box = fileBoxAt(file, at)
    if (!box) return
    yield box
    at = box.end
  }
}

function fileBoxAt(file: SourceFile, at: number): FileBox | null {
  const header = file.read(at, Math.min(16, file.size - at))
  const size = header.readUInt32BE(0)
  const type = header.toString('latin1', 4, 8)
  if (size === 0) return { type, at, dataAt: at + 8, end: file.size }
  if (size !== 1) {
    insist(size >= 8, 'a box smaller than its header')
    return { type, at, dataAt: at + 8, end: at + size }
  }
  if (header.length < 16) return null
  const large = header.readBigUInt64BE(8)
  insist(large >= 16n && large < 2n ** 52n, 'a box of impossible size')
  return { type, at, dataAt: at + 16, end: at + Number(large) }
}
