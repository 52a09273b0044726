import { ORPCError } from '@orpc/server'
import pg from 'pg'
import { type ErrorCode, errorData, errorStatus } from '#contract/errors.ts'

export type CodeError = ORPCError<ErrorCode, unknown>

/** A declared failure, ready to be thrown: the code travels under its HTTP status, and the web has the words. */
export function codeError(code: ErrorCode, data?: unknown): CodeError {
  return new ORPCError(code, { status: errorStatus[code], data })
}

/** What the triggers of the migrations raise when somebody's plan allows no more. */
const raised: Record<
  string,
  Exclude<keyof typeof errorData, 'CHUNK_OUT_OF_ORDER' | 'TRANSCRIPT_CONFLICT'>
> = {
  KN507: 'STORAGE_LIMIT_REACHED',
  KN422: 'STORYBOOK_LIMIT_REACHED',
  KN423: 'SHARING_LIMIT_REACHED',
  KN425: 'EXPORT_LIMIT_REACHED',
  KN426: 'AI_LIMIT_REACHED',
}

/** The declared failure that an error is or stands for, or undefined for one that nobody foresaw. */
export function declaredFailure(error: unknown): CodeError | undefined {
  if (isCodeError(error)) return error
  const code = error instanceof pg.DatabaseError ? raised[error.code ?? ''] : undefined
  if (!code || !(error instanceof pg.DatabaseError)) return undefined
  return codeError(code, errorData[code].parse(JSON.parse(error.detail ?? '{}')))
}

function isCodeError(error: unknown): error is CodeError {
  return error instanceof ORPCError && error.code in errorStatus
}
