import { hasCode } from '../error-code.ts'
import { StorageError } from './storage.ts'

/**
 * Whether a failure to read means that the bytes themselves are gone or wrong, so that another attempt would end the same way, and
 * not that the store is out of reach. Bytes that a disk cannot read any more (EIO) are as lost as bytes that it reads wrongly.
 */
export function bytesLost(error: unknown): 'missing' | 'changed' | null {
  if (error instanceof StorageError) {
    if (error.code === 'NOT_FOUND') return 'missing'
    return error.code === 'WRONG_BYTES' ? 'changed' : null
  }
  return hasCode(error, 'EIO') ? 'changed' : null
}
