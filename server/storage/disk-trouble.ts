import { open, rm } from 'node:fs/promises'
import { hasCode } from '../error-code.ts'
import { StorageError } from './storage.ts'
import { writePieces } from './write-pieces.ts'

/** More than a file system can store inside its metadata, so that the probe needs real room on the disk. */
const PROBE = Buffer.alloc(64 * 1024)

/** The trouble of a disk as a StorageError, or undefined where the error has another cause. */
export function diskTrouble(error: unknown): StorageError | undefined {
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) {
    return new StorageError('FULL', 'the disk is full', { cause: error })
  }
  // A disk that the kernel made read-only, or that can no longer be read, may be mended.
  if (hasCode(error, 'EROFS', 'EIO')) {
    return new StorageError('UNAVAILABLE', 'the disk cannot be written to or read', { cause: error })
  }
  return undefined
}

/**
 * Finds out whether a disk takes bytes by writing to it. The message of a program that failed does not tell: each program words its
 * failures in its own way, if it says at all whether it failed to read or to write.
 * @throws StorageError FULL or UNAVAILABLE
 */
export async function requireWritable(path: string): Promise<void> {
  try {
    const file = await open(path, 'w')
    try {
      await writePieces(file, 0, [PROBE])
      await file.sync()
    } finally {
      await file.close()
      await rm(path, { force: true })
    }
  } catch (error) {
    throw diskTrouble(error) ?? error
  }
}
