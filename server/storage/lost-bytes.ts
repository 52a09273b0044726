import { hasCode } from '../error-code.ts'
import { StorageError } from './storage.ts'

/**
 * Whether a failure to read says that the bytes themselves are gone or wrong, and not that the store is away: another
 * try would say the same. What a disk cannot read any more (EIO) is as lost as what it reads wrongly.
 */
export function bytesLost(error: unknown): 'missing' | 'changed' | null {
  if (error instanceof StorageError) {
    if (error.code === 'NOT_FOUND') return 'missing'
    return error.code === 'WRONG_BYTES' ? 'changed' : null
  }
  return hasCode(error, 'EIO') ? 'changed' : null
}
