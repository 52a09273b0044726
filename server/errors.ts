import { ORPCError } from '@orpc/server'
import pg from 'pg'
import { type ErrorCode, errorData, errorStatus } from '#contract/errors.ts'
import { databaseTrouble } from './db/database-trouble.ts'
import { diskTrouble } from './storage/disk-trouble.ts'
import { StorageError } from './storage/storage.ts'

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
  // A file that is only passing, as one that is being looked at, fails by the same disk.
  const storage = error instanceof StorageError ? error : diskTrouble(error)
  if (storage) return failureOfStorage(storage)
  // To people it is the same which of the two places has no room, or does not answer.
  const trouble = databaseTrouble(error)
  if (trouble) return codeError(trouble === 'FULL' ? 'STORAGE_FULL' : 'STORAGE_UNAVAILABLE')
  if (!(error instanceof pg.DatabaseError)) return undefined
  if (isOfNobody(error)) return codeError('UNAUTHORIZED')
  const code = raised[error.code ?? '']
  if (!code) return undefined
  return codeError(code, errorData[code].parse(JSON.parse(error.detail ?? '{}')))
}

/** Something was to be kept for an account that is gone: its token works for a while longer. */
const isOfNobody = ({ code, constraint }: pg.DatabaseError) =>
  code === '23503' && constraint?.endsWith('_user_id_fkey') === true

/** Room and patience are words for people; that the operator's keys are refused is not, but waiting is all they can do. */
function failureOfStorage({ code }: StorageError): CodeError | undefined {
  if (code === 'FULL') return codeError('STORAGE_FULL')
  const isAway = ['UNAVAILABLE', 'UNTRUSTED', 'REFUSED', 'NO_BUCKET'].includes(code)
  return isAway ? codeError('STORAGE_UNAVAILABLE') : undefined
}

function isCodeError(error: unknown): error is CodeError {
  return error instanceof ORPCError && error.code in errorStatus
}

/** What the account service refuses as too much at a time, in the code of everything else. @throws TOO_MANY_REQUESTS, or the error */
export function sayTooMany(error: unknown): never {
  const isTooMany = error instanceof Error && 'status' in error && error.status === 429
  throw isTooMany ? codeError('TOO_MANY_REQUESTS') : error
}
