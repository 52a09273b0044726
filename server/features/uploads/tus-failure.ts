import { ORPCError } from '@orpc/server'
import { ERRORS } from '@tus/utils'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { declaredFailure } from '../../errors.ts'
import { BrokenStream } from './batches.ts'

/** The answer that the tus library sends when this is thrown. */
export type TusFailure = { status_code: number; body: string }

const answer = (code: ErrorCode, data?: unknown): TusFailure => ({
  status_code: errorStatus[code],
  body: JSON.stringify({ code, message: code, ...(data === undefined ? {} : { data }) }),
})

/** The answer to bytes that do not match the checksum sent with them (tus checksum extension). */
export const checksumMismatch: TusFailure = {
  status_code: 460,
  body: JSON.stringify({ code: 'DIGEST_MISMATCH', message: 'DIGEST_MISMATCH' }),
}

const isTusFailure = (error: unknown): error is TusFailure =>
  typeof error === 'object' && error !== null && 'status_code' in error && 'body' in error

/**
 * Turns any error into an answer: declared errors keep their code, the protocol's own are sent as they are, and
 * nothing is told of others.
 */
export function toTusFailure(error: unknown, onUnforeseen: (error: unknown) => void): TusFailure {
  const declared = error instanceof ORPCError ? error : declaredFailure(error)
  if (declared && declared.code in errorStatus) return answer(declared.code as ErrorCode, declared.data)
  if (isTusFailure(error)) return error
  if (error instanceof BrokenStream) return ERRORS.ABORTED

  onUnforeseen(error)
  return answer('INTERNAL_SERVER_ERROR')
}
