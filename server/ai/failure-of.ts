import { TextFailure } from './text-failure.ts'

/**
 * Translates an error of the library into a TextFailure. None of its text is kept, because it may quote the question or the key.
 */
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
  // The library also reports an unreadable body as an API error.
  if (statusCode < 300) return new TextFailure('NONSENSE', 'the answer cannot be read')
  if (statusCode === 401 || statusCode === 403)
    return new TextFailure('KEY_REFUSED', `refused with ${statusCode}`)
  if (statusCode === 429) return new TextFailure('RATE_LIMITED', 'asked too often')
  if (statusCode >= 500) return new TextFailure('ENGINE_FAILED', `the model failed with ${statusCode}`)
  return new TextFailure('REQUEST_REFUSED', `refused with ${statusCode}`)
}
