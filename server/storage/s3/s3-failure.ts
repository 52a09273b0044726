import { StorageError, type StorageFailure } from '../storage.ts'

const REFUSED = [
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AccountProblem',
  'InvalidToken',
]
const FULL = ['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'XMinioStorageQuotaExceeded']

/** How Node names what is wrong with a certificate, as OpenSSL has it: DEPTH_ZERO_SELF_SIGNED_CERT, CERT_HAS_EXPIRED. */
const UNTRUSTED = /CERT|^UNABLE_TO_(GET|VERIFY)_/

/** Too slow, in conflict with another call, too many of them: another try may succeed. */
const PASSING = [408, 409, 412, 425, 429]

/** What the store or the way to it said, as far as it may be written down: its messages can hold what was signed. */
function told(error: unknown): { name: string; status: number | undefined; requestId: string } {
  if (!(error instanceof Error)) return { name: 'unknown', status: undefined, requestId: '-' }
  const answered =
    '$metadata' in error ? (error.$metadata as { httpStatusCode?: number; requestId?: string }) : {}
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return { name: code, status: answered.httpStatusCode, requestId: answered.requestId ?? '-' }
}

/** Any failure of a call as one of ours. */
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
