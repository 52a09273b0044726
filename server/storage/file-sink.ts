import type { FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { writePieces } from './write-pieces.ts'

/** How many bytes may wait while a write is under way; all that wait go out in one call. */
const WAITING_BYTES = 2 * 1024 * 1024

/** Writes a file from its beginning, as a stream that finishes once everything has reached the medium. Leaves the file open. */
export class FileSink extends Writable {
  readonly #file: FileHandle
  #size = 0

  constructor(file: FileHandle) {
    super({ highWaterMark: WAITING_BYTES })
    this.#file = file
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#size
  }

  override _write(piece: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#write([piece]).then(() => done(), done)
  }

  override _writev(waiting: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#write(waiting.map(({ chunk }) => chunk)).then(() => done(), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    // One flush at the end: flushing on the way takes twice as long when other writers keep the disk busy.
    this.#file.datasync().then(() => done(), done)
  }

  async #write(pieces: Buffer[]): Promise<void> {
    this.#size += await writePieces(this.#file, this.#size, pieces)
  }
}
