import type { FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { writePieces } from './write-pieces.ts'

/** How much may wait while a write is under way; what waits goes out in one call. */
const WAITING_BYTES = 2 * 1024 * 1024
/** Bytes go to the medium while more are written: flushed all at the end, an archive takes a third longer. */
const FLUSH_BYTES = 64 * 1024 * 1024

/** A file from its beginning on, as a stream that ends once everything has reached the medium. Leaves the file open. */
export class FileSink extends Writable {
  readonly #file: FileHandle
  #size = 0
  #sinceFlush = 0
  #flush: Promise<void> | null = null
  #failure: unknown = null

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
    this.#end().then(() => done(), done)
  }

  /** A file is closed by who opened it, and only when nothing is under way on it any more. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const flush = this.#flush ?? Promise.resolve()
    flush.then(() => done(error))
  }

  async #write(pieces: Buffer[]): Promise<void> {
    const written = await writePieces(this.#file, this.#size, pieces)
    this.#size += written
    this.#sinceFlush += written
    if (this.#sinceFlush < FLUSH_BYTES || this.#flush) return

    this.#sinceFlush = 0
    this.#flush = this.#file
      .datasync()
      .catch((error: unknown) => {
        // The system says once that bytes did not arrive: the next flush would succeed.
        this.#failure ??= error
      })
      .finally(() => {
        this.#flush = null
      })
  }

  async #end(): Promise<void> {
    await this.#flush
    await this.#file.datasync()
    if (this.#failure !== null) throw this.#failure
  }
}
