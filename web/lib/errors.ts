import { type Situation, sentences } from './sentences.ts'

/** Classifies a failure. */
export function situationOf(error: unknown): Situation {
  if (hasCode(error)) {
    if (isSituation(error.code)) return error.code
    // 502 to 504 (and Cloudflare's 520 to 530) come from a reverse proxy whose server is away.
    if (Number(error.status) > 501) return 'OFFLINE'
  }
  if (isNetworkFailure(error)) return 'OFFLINE'
  // How oRPC reports an answer that broke off midway: as with no answer at all, the request may have been carried out.
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

/** Whether a retry could help: there was no answer, or the server failed. */
export function isPassing(error: unknown): boolean {
  return passing.has(situationOf(error))
}

/** Whether the thing does not exist for this person; a malformed id, which the server rejects, counts as well. */
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
 * A connection that broke (browsers throw a TypeError) or timed out, or an answer that is not valid JSON: a proxy that does not
 * know an answer's length passes a truncated one on as if it were complete.
 */
function isNetworkFailure(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof SyntaxError) return true
  return error instanceof DOMException && (error.name === 'NetworkError' || error.name === 'TimeoutError')
}
