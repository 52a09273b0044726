import { limits } from '#contract/limits.ts'
import { validationFailed } from '../errors.ts'
import type { Metadata } from './users.ts'

/**
 * What an account says of its person is in each of its tokens. With more of it no request with such a token would be read, and nobody
 * could take it out again.
 * @throws AuthError validation_failed
 */
export function assertMetadataFits(data: Metadata, before: Metadata = {}): void {
  const bytes = bytesOf(data)
  if (bytes <= limits.accountDataBytes || bytes <= bytesOf(before)) return
  throw validationFailed(`User metadata cannot be longer than ${limits.accountDataBytes} bytes`)
}

const bytesOf = (data: Metadata): number => Buffer.byteLength(JSON.stringify(data))
