import { ORPCError } from '@orpc/server'
import pg from 'pg'
import { type ErrorCode, errorData, errorStatus } from '#contract/errors.ts'
import { databaseTrouble } from './db/database-trouble.ts'
import { diskTrouble } from './storage/disk-trouble.ts'
import { StorageError } from './storage/storage.ts'

export type CodeError = ORPCError<ErrorCode, unknown>

/** A declared error, ready to be thrown. The code travels under its HTTP status; the web app has the words for it. */
export function codeError(code: ErrorCode, data?: unknown): CodeError {
  return new ORPCError(code, { status: errorStatus[code], data })
}

/** The codes that the migrations' triggers raise when a person's plan allows no more. */
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

/** The declared error that an error is or corresponds to; undefined for an unexpected error. */
export function declaredFailure(error: unknown): CodeError | undefined {
  if (isCodeError(error)) return error
  // Temporary files, e.g. one that is being examined, lie on a disk that can fail in the same ways.
  const storage = error instanceof StorageError ? error : diskTrouble(error)
  if (storage) return failureOfStorage(storage)
  // For people it makes no difference whether the store or the database is full or away.
  const trouble = databaseTrouble(error)
  if (trouble) return codeError(trouble === 'FULL' ? 'STORAGE_FULL' : 'STORAGE_UNAVAILABLE')
  if (!(error instanceof pg.DatabaseError)) return undefined
  if (isOfNobody(error)) return codeError('UNAUTHORIZED')
  const code = raised[error.code ?? '']
  if (!code) return undefined
  return codeError(code, errorData[code].parse(JSON.parse(error.detail ?? '{}')))
}

/** Whether a row was to be inserted for an account that no longer exists: its token stays valid for a while. */
const isOfNobody = ({ code, constraint }: pg.DatabaseError) =>
  code === '23503' && constraint?.endsWith('_user_id_fkey') === true

/**
 * That the store is full or away has a code of its own. That it refuses the operator's keys counts as away, since all that people
 * can do is wait.
 */
function failureOfStorage({ code }: StorageError): CodeError | undefined {
  if (code === 'FULL') return codeError('STORAGE_FULL')
  const isAway = ['UNAVAILABLE', 'UNTRUSTED', 'REFUSED', 'NO_BUCKET'].includes(code)
  return isAway ? codeError('STORAGE_UNAVAILABLE') : undefined
}

function isCodeError(error: unknown): error is CodeError {
  return error instanceof ORPCError && error.code in errorStatus
}

/**
 * Translates the account service's refusal of too many requests into the code that every other route uses.
 * @throws TOO_MANY_REQUESTS, or the error itself if it is another one
 */
export function sayTooMany(error: unknown): never {
  const isTooMany = error instanceof Error && 'status' in error && error.status === 429
  throw isTooMany ? codeError('TOO_MANY_REQUESTS') : error
}
