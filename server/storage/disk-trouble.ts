import { open, rm } from 'node:fs/promises'
import { hasCode } from '../error-code.ts'
import { StorageError } from './storage.ts'

/** More than a file system finds room for in what it keeps beside its files. */
const PROBE = Buffer.alloc(64 * 1024)

/** What a disk is in trouble with, as a store tells it, or undefined where an error has another cause. */
export function diskTrouble(error: unknown): StorageError | undefined {
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) {
    return new StorageError('FULL', 'the disk is full', { cause: error })
  }
  // A disk that the kernel made read-only, or that no longer gives back what it has: it may be mended.
  if (hasCode(error, 'EROFS', 'EIO')) {
    return new StorageError('UNAVAILABLE', 'the disk cannot be written to or read', { cause: error })
  }
  return undefined
}

/**
 * Has a disk itself say whether it takes bytes: a program that failed on it tells what it read and what it wrote apart in its own
 * words, if at all.
 * @throws StorageError FULL or UNAVAILABLE
 */
export async function requireWritable(path: string): Promise<void> {
  try {
    const file = await open(path, 'w')
    try {
      await file.write(PROBE)
      await file.sync()
    } finally {
      await file.close()
      await rm(path, { force: true })
    }
  } catch (error) {
    throw diskTrouble(error) ?? error
  }
}
