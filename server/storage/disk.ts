import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hasCode } from '../error-code.ts'
import { diskTrouble } from './disk-trouble.ts'
import { DurableNames, flushFile } from './durable-names.ts'
import { FileSink } from './file-sink.ts'
import { GrowingFiles } from './growing-files.ts'
import { makeFolder } from './make-folder.ts'
import { type ByteRange, type ByteSource, type Storage, StorageError } from './storage.ts'
import { validKey } from './storage-key.ts'
import { BYTES_AT_ONCE, writePieces } from './write-pieces.ts'

const READ_BYTES = 256 * 1024

/** Keeps objects as files below one folder. This is the default store, and the one that ffmpeg reads without a copy. */
export class DiskStorage implements Storage {
  readonly #root: string
  readonly #names: DurableNames
  readonly #growing = new GrowingFiles()
  readonly #writtenThrough = new GrowingFiles({ isWrittenThrough: true })

  constructor(root: string) {
    this.#root = resolve(root)
    this.#names = new DurableNames(this.#root)
  }

  async put(key: string, source: ByteSource): Promise<number> {
    const path = this.#pathOf(key)
    const arriving = join(await this.workFolder(), randomUUID())

    try {
      const file = await open(arriving, 'wx')
      const written = await closing(file, async () => {
        const sink = new FileSink(file)
        await pipeline(source instanceof Uint8Array ? [source] : source, sink)
        return sink.size
      })
      await this.#moveInto(path, arriving)
      return written
    } catch (error) {
      await rm(arriving, { force: true })
      throw asStorageError(error)
    }
  }

  async putFile(key: string, from: string): Promise<void> {
    const path = this.#pathOf(key)

    try {
      await flushFile(from)
      await this.#moveInto(path, from)
    } catch (error) {
      if (!hasCode(error, 'EXDEV')) throw asStorageError(error)
      await this.#copyInto(path, from)
    }
  }

  async writeAt(key: string, offset: number, source: ByteSource): Promise<number> {
    const path = this.#pathOf(key)

    try {
      const files = isOneCall(source) ? this.#writtenThrough : this.#growing
      return await files.use(path, async (file, size, flush) => {
        if (offset > size)
          throw new StorageError('OUT_OF_RANGE', `offset ${offset} is past the end at ${size}`)

        try {
          return await writeAll(file, offset, source)
        } finally {
          await flush()
          await this.#names.flush(path)
        }
      })
    } catch (error) {
      throw asStorageError(error)
    }
  }

  async flush(key: string): Promise<void> {
    const path = this.#pathOf(key)

    try {
      await flushFile(path)
      await this.#names.flush(path)
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw asStorageError(error)
    }
  }

  async truncate(key: string, size: number): Promise<void> {
    try {
      const file = await open(this.#pathOf(key), 'r+')
      await closing(file, async () => {
        await file.truncate(size)
        await file.sync()
      })
    } catch (error) {
      throw asStorageError(error)
    }
  }

  /** Only flushes: a file grows in place and has no parts to gather. */
  async seal(key: string): Promise<void> {
    await this.flush(key)
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const path = this.#pathOf(key)
    const found = await this.stat(key)
    if (!found) throw new StorageError('NOT_FOUND', 'no such object')
    if (range && (range.start < 0 || range.start > range.end || range.end >= found.size)) {
      throw new StorageError('OUT_OF_RANGE', `bytes ${range.start}-${range.end} of ${found.size}`)
    }

    return createReadStream(path, { highWaterMark: READ_BYTES, ...range })
  }

  async stat(key: string): Promise<{ size: number } | null> {
    try {
      const found = await stat(this.#pathOf(key))
      return found.isFile() ? { size: found.size } : null
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null
      throw error
    }
  }

  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key)
    this.#release(path)
    try {
      await rm(path, { force: true })
    } catch (error) {
      throw asStorageError(error)
    }
    this.#names.forget(path)
  }

  localPath(key: string): string {
    return this.#pathOf(key)
  }

  async workFolder(): Promise<string> {
    const folder = join(this.#root, '.work')
    try {
      await makeFolder(folder)
      return folder
    } catch (error) {
      throw asStorageError(error)
    }
  }

  #pathOf(key: string): string {
    return join(this.#root, validKey(key))
  }

  #release(path: string): void {
    this.#growing.release(path)
    this.#writtenThrough.release(path)
  }

  async #moveInto(path: string, from: string): Promise<void> {
    await makeFolder(dirname(path))
    await rename(from, path)
    this.#release(path)
    this.#names.forget(path)
    await this.#names.flush(path)
  }

  async #copyInto(path: string, from: string): Promise<void> {
    const arriving = join(await this.workFolder(), randomUUID())
    try {
      await copyFile(from, arriving)
      await flushFile(arriving)
      await this.#moveInto(path, arriving)
    } catch (error) {
      // On a full disk, half a copy would take the little room that is left.
      await rm(arriving, { force: true }).catch(() => undefined)
      throw asStorageError(error)
    }
    await rm(from, { force: true })
  }
}

async function closing<T>(file: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await file.close()
  }
}

/**
 * Whether bytes are written and flushed by one system call (O_DSYNC), as a recording's chunk is. Only on Linux: elsewhere that flag
 * promises less than a flush, which on macOS also empties the disk's own write cache.
 */
function isOneCall(source: ByteSource): boolean {
  if (process.platform !== 'linux' || !(source instanceof Uint8Array || Array.isArray(source))) return false
  const pieces = Array.isArray(source) ? source : [source]
  return pieces.reduce((size, piece) => size + piece.length, 0) <= BYTES_AT_ONCE
}

/** Writes all of a source from an offset on; resolves to the number of bytes written. */
async function writeAll(file: FileHandle, offset: number, source: ByteSource): Promise<number> {
  if (source instanceof Uint8Array) return writePieces(file, offset, [source])
  if (Array.isArray(source)) return writePieces(file, offset, source)

  let written = 0
  for await (const piece of source) written += await writePieces(file, offset + written, [piece])
  return written
}

function asStorageError(error: unknown): unknown {
  const trouble = diskTrouble(error)
  if (trouble) return trouble
  // A disk that was taken away or no longer answers may come back.
  const isAway = hasCode(error, 'ENODEV', 'ENXIO', 'ESTALE', 'ETIMEDOUT')
  if (isAway) return new StorageError('UNAVAILABLE', 'the disk is not there', { cause: error })
  if (hasCode(error, 'ENOENT')) return new StorageError('NOT_FOUND', 'no such object', { cause: error })
  return error
}
