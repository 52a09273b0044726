import { ORPCError } from '@orpc/server'
import pg from 'pg'
import { type ErrorCode, errorData, errorStatus } from '#contract/errors.ts'

export type CodeError = ORPCError<ErrorCode, unknown>

/** A declared failure, ready to be thrown: the code travels under its HTTP status, and the web has the words. */
export function codeError(code: ErrorCode, data?: unknown): CodeError {
  return new ORPCError(code, { status: errorStatus[code], data })
}

/** What the triggers of the migrations raise when somebody's plan has no room left. */
const STORAGE_LIMIT = 'KN507'

/** The declared failure that an error is or stands for, or undefined for one that nobody foresaw. */
export function declaredFailure(error: unknown): CodeError | undefined {
  if (isCodeError(error)) return error
  if (!(error instanceof pg.DatabaseError) || error.code !== STORAGE_LIMIT) return undefined
  return codeError(
    'STORAGE_LIMIT_REACHED',
    errorData.STORAGE_LIMIT_REACHED.parse(JSON.parse(error.detail ?? '{}')),
  )
}

function isCodeError(error: unknown): error is CodeError {
  return error instanceof ORPCError && error.code in errorStatus
}
