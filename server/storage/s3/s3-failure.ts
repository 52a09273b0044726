import { StorageError, type StorageFailure } from '../storage.ts'

const REFUSED = [
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AccountProblem',
  'InvalidToken',
]
const FULL = ['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'XMinioStorageQuotaExceeded']

/** Node's codes for problems with a certificate, which are OpenSSL's: DEPTH_ZERO_SELF_SIGNED_CERT, CERT_HAS_EXPIRED. */
const UNTRUSTED = /CERT|^UNABLE_TO_(GET|VERIFY)_/

/** HTTP statuses that may pass: too slow, in conflict with another call, too many calls. Another attempt may succeed. */
const PASSING = [408, 409, 412, 425, 429]

/**
 * What may be logged of a failure of the store or of the way to it. Its message is left out because it can contain what was signed.
 */
function told(error: unknown): { name: string; status: number | undefined; requestId: string } {
  if (!(error instanceof Error)) return { name: 'unknown', status: undefined, requestId: '-' }
  const answered =
    '$metadata' in error ? (error.$metadata as { httpStatusCode?: number; requestId?: string }) : {}
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return { name: code, status: answered.httpStatusCode, requestId: answered.requestId ?? '-' }
}

/** Turns any failure of a call into one of our errors. */
export function asStorageError(error: unknown, call: string): StorageError {
  if (error instanceof StorageError) return error
  const { name, status, requestId } = told(error)
  return new StorageError(
    codeOf(name, status),
    `${call}: ${name} (HTTP ${status ?? '-'}, request ${requestId})`,
  )
}

function codeOf(name: string, status: number | undefined): StorageFailure {
  if (name === 'NoSuchBucket') return 'NO_BUCKET'
  if (status === undefined && UNTRUSTED.test(name)) return 'UNTRUSTED'
  if (FULL.includes(name) || status === 507) return 'FULL'
  if (REFUSED.includes(name) || status === 401 || status === 403) return 'REFUSED'
  if (name === 'BadDigest' || name === 'XAmzContentSHA256Mismatch') return 'WRONG_BYTES'
  if (name === 'InvalidRange' || status === 416) return 'OUT_OF_RANGE'
  if (status === 404) return 'NOT_FOUND'
  const isLasting = status !== undefined && status >= 400 && status < 500 && !PASSING.includes(status)
  return isLasting ? 'REFUSED' : 'UNAVAILABLE'
}
