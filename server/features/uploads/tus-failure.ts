import { ORPCError } from '@orpc/server'
import { ERRORS } from '@tus/utils'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { declaredFailure } from '../../errors.ts'
import { BrokenStream } from './batches.ts'

/** What the tus library answers with when it is thrown. */
export type TusFailure = { status_code: number; body: string }

const answer = (code: ErrorCode, data?: unknown): TusFailure => ({
  status_code: errorStatus[code],
  body: JSON.stringify({ code, message: code, ...(data === undefined ? {} : { data }) }),
})

/** Bytes that do not hash to what came with them (tus checksum extension). */
export const checksumMismatch: TusFailure = {
  status_code: 460,
  body: JSON.stringify({ code: 'DIGEST_MISMATCH', message: 'DIGEST_MISMATCH' }),
}

const isTusFailure = (error: unknown): error is TusFailure =>
  typeof error === 'object' && error !== null && 'status_code' in error && 'body' in error

/** Whatever went wrong as an answer: declared codes in our words, the protocol's own as they are, the rest untold. */
export function toTusFailure(error: unknown, onUnforeseen: (error: unknown) => void): TusFailure {
  const declared = error instanceof ORPCError ? error : declaredFailure(error)
  if (declared && declared.code in errorStatus) return answer(declared.code as ErrorCode, declared.data)
  if (isTusFailure(error)) return error
  if (error instanceof BrokenStream) return ERRORS.ABORTED

  onUnforeseen(error)
  return answer('INTERNAL_SERVER_ERROR')
}
