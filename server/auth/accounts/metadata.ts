import { limits } from '#contract/limits.ts'
import { validationFailed } from '../errors.ts'
import type { Metadata } from './users.ts'

/**
 * Limits the size of user metadata, which is part of every access token. With more of it, the token would no longer fit into a
 * request header: every request would be refused, including the one that removes the metadata again.
 * @throws AuthError validation_failed when the metadata exceeds the limit and is larger than `before`
 */
export function assertMetadataFits(data: Metadata, before: Metadata = {}): void {
  const bytes = bytesOf(data)
  if (bytes <= limits.accountDataBytes || bytes <= bytesOf(before)) return
  throw validationFailed(`User metadata cannot be longer than ${limits.accountDataBytes} bytes`)
}

const bytesOf = (data: Metadata): number => Buffer.byteLength(JSON.stringify(data))
