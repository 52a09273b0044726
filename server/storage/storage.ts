import type { Readable } from 'node:stream'

/** First and last byte wanted, both included, as in an HTTP Range. */
export type ByteRange = { start: number; end: number }

/** Bytes at hand, in one piece or several, or bytes that are still to come. */
export type ByteSource = Uint8Array | Uint8Array[] | AsyncIterable<Uint8Array>

/**
 * UNAVAILABLE may pass by itself. REFUSED and NO_BUCKET are for the operator to mend, WRONG_BYTES is a store that gave
 * back something else than it was given.
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

/** What an object store refuses, by a code that callers can switch on. */
export class StorageError extends Error {
  readonly code: StorageFailure

  constructor(code: StorageFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StorageError'
    this.code = code
  }
}

/**
 * Where media bytes live. Every write has reached the medium (file and name) before its promise resolves, so that
 * what a caller acknowledges survives a power cut. Keys are as `storage-key.ts` allows them.
 */
export interface Storage {
  /** Writes a whole object; readers see the old one or the new one, never a part. Answers with its size. */
  put(key: string, source: ByteSource): Promise<number>
  /** Takes over a finished local file as an object; the path is gone afterwards. */
  putFile(key: string, path: string): Promise<void>
  /**
   * Writes into a growing object from `offset` on, creating it; answers with the bytes written.
   * Rejects with OUT_OF_RANGE where that would leave a hole. When the source fails midway, what came before stays.
   */
  writeAt(key: string, offset: number, source: ByteSource): Promise<number>
  /**
   * Has everything reach the medium that was written into a growing object, also by a process that was killed before it
   * did. One that is not there stays so.
   */
  flush(key: string): Promise<void>
  /** Cuts an object back to `size` bytes. Nobody may write to it meanwhile. */
  truncate(key: string, size: number): Promise<void>
  /**
   * Makes one object of one that grew, for stores where that is a difference, and flushes it. May be killed and begun again, and what is
   * written meanwhile or afterwards counts. One that is not there stays so.
   */
  seal(key: string, signal?: AbortSignal): Promise<void>
  /** A stream of the object or of a range of it; rejects with NOT_FOUND or OUT_OF_RANGE before the first byte. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** The size of an object, or null where there is none. */
  stat(key: string): Promise<{ size: number } | null>
  /** Removes an object; one that is not there is already removed. */
  delete(key: string): Promise<void>
  /** Where the object lies as a local file that tools may read; null for a store that has none. */
  localPath(key: string): string | null
  /** A folder for files on their way into this store, on the same file system where there is one. */
  workFolder(): Promise<string>
}
