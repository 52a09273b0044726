import { type Situation, sentences } from './sentences.ts'

/** What a failure was. */
export function situationOf(error: unknown): Situation {
  if (hasCode(error)) {
    if (isSituation(error.code)) return error.code
    // What a reverse proxy says while the server behind it is away: 502 to 504, and Cloudflare 520 to 530.
    if (Number(error.status) > 501) return 'OFFLINE'
  }
  if (isNetworkFailure(error)) return 'OFFLINE'
  // As oRPC tells of an answer that broke off in the middle: what was asked may be done, as where nothing came.
  if (error instanceof Error && isNetworkFailure(error.cause)) return 'OFFLINE'
  return 'UNKNOWN'
}

/** The sentence a person reads about a failure. The server's own message is never shown. */
export function sentenceOf(error: unknown): string {
  return sentences[situationOf(error)]
}

const passing = new Set<Situation>([
  'OFFLINE',
  'INTERNAL_SERVER_ERROR',
  'STORAGE_UNAVAILABLE',
  'TOO_MANY_REQUESTS',
])

/** Whether asking again by itself could help: nothing was answered, or the server failed. */
export function isPassing(error: unknown): boolean {
  return passing.has(situationOf(error))
}

/** Whether there is no such thing for whoever asks; an address that cannot be one's counts as unknown, too. */
export function isUnknown(error: unknown): boolean {
  const situation = situationOf(error)
  return situation === 'NOT_FOUND' || situation === 'BAD_REQUEST'
}

function isSituation(code: string): code is Situation {
  return Object.hasOwn(sentences, code)
}

function hasCode(error: unknown): error is { code: string; status?: unknown } {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
}

/**
 * A connection that broke (browsers say TypeError), one that has gone silent, or an answer that is no JSON: a proxy that does not
 * know how long one is to be passes what has come of it on as if that were all.
 */
function isNetworkFailure(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof SyntaxError) return true
  return error instanceof DOMException && (error.name === 'NetworkError' || error.name === 'TimeoutError')
}
