import { TextFailure } from './text-failure.ts'

/** What a failure of the library means. Nothing of its text is taken: it may quote the question or the key. */
export async function failureOf(error: unknown, signal: AbortSignal): Promise<TextFailure> {
  const { APICallError, RetryError } = await import('ai')
  const last = RetryError.isInstance(error) ? error.lastError : error
  if (signal.aborted) return new TextFailure('ABORTED', 'stopped with its job')
  if (last instanceof Error && ['TimeoutError', 'AbortError'].includes(last.name)) {
    return new TextFailure('TIMED_OUT', 'the model took too long')
  }
  if (!APICallError.isInstance(last))
    return new TextFailure('NONSENSE', 'the answer is not what was asked for')

  const { statusCode } = last
  if (statusCode === undefined) return new TextFailure('UNREACHABLE', 'the model cannot be reached')
  // The library calls a body it cannot read an API failure, too.
  if (statusCode < 300) return new TextFailure('NONSENSE', 'the answer cannot be read')
  if (statusCode === 401 || statusCode === 403)
    return new TextFailure('KEY_REFUSED', `refused with ${statusCode}`)
  if (statusCode === 429) return new TextFailure('RATE_LIMITED', 'asked too often')
  if (statusCode >= 500) return new TextFailure('ENGINE_FAILED', `the model failed with ${statusCode}`)
  return new TextFailure('REQUEST_REFUSED', `refused with ${statusCode}`)
}
