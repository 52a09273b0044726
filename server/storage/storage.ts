import type { Readable } from 'node:stream'

/** First and last byte wanted, both included, as in an HTTP Range. */
export type ByteRange = { start: number; end: number }

/** Bytes that are in memory, in one piece or several, or bytes that are still to come. */
export type ByteSource = Uint8Array | Uint8Array[] | AsyncIterable<Uint8Array>

/**
 * Why a store fails. UNAVAILABLE may pass by itself. REFUSED and NO_BUCKET are for the operator to mend. WRONG_BYTES means that the
 * store gave back something else than it was given.
 */
export type StorageFailure =
  | 'NOT_FOUND'
  | 'INVALID_KEY'
  | 'OUT_OF_RANGE'
  | 'FULL'
  | 'UNAVAILABLE'
  | 'UNTRUSTED'
  | 'REFUSED'
  | 'NO_BUCKET'
  | 'WRONG_BYTES'

/** A failure of an object store, with a code that callers can switch on. */
export class StorageError extends Error {
  readonly code: StorageFailure

  constructor(code: StorageFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StorageError'
    this.code = code
  }
}

/**
 * Where media bytes live. Every write has reached the medium (the file and its name) before its promise resolves, so that what a
 * caller acknowledges survives a power cut. `storage-key.ts` says which keys are allowed.
 */
export interface Storage {
  /** Writes a whole object; readers see the old object or the new one, never a part. Resolves to its size. */
  put(key: string, source: ByteSource): Promise<number>
  /** Moves a finished local file into the store as an object; its path is gone afterwards. */
  putFile(key: string, path: string): Promise<void>
  /**
   * Writes into a growing object from `offset` on, and creates the object where there is none. Resolves to the number of bytes
   * written. Rejects with OUT_OF_RANGE where the write would leave a hole. When the source fails midway, the bytes before the
   * failure stay.
   */
  writeAt(key: string, offset: number, source: ByteSource): Promise<number>
  /**
   * Flushes to the medium everything that was written into a growing object, also by a process that was killed before it flushed.
   * Does nothing where there is no such object.
   */
  flush(key: string): Promise<void>
  /** Cuts an object back to `size` bytes. The caller makes sure that nobody writes to it meanwhile. */
  truncate(key: string, size: number): Promise<void>
  /**
   * Gathers the parts of a growing object into one stored object, in stores that keep it in parts, and flushes it. It may be killed
   * and started again, and bytes that are written meanwhile or afterwards are kept. Does nothing where there is no such object.
   */
  seal(key: string, signal?: AbortSignal): Promise<void>
  /** A stream of the object or of a range of it. Rejects with NOT_FOUND or OUT_OF_RANGE before the first byte. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** The size of an object, or null where there is none. */
  stat(key: string): Promise<{ size: number } | null>
  /** Removes an object. To remove an object that is not there is no error. */
  delete(key: string): Promise<void>
  /** The path of the object as a local file that tools may read; null for a store that has no local files. */
  localPath(key: string): string | null
  /** A folder for files on their way into this store, on the store's own file system where it has one. */
  workFolder(): Promise<string>
}
