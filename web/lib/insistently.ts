import { isPassing } from './errors.ts'

/** The waits before each further attempt: a server that restarts is back within a minute. */
export const retryDelaysMs = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000]
/** The waits while somebody is looking on: after these they are told, as with the query cache. */
const readingDelaysMs = [1_000, 2_000]

/**
 * Retries a call for a good minute while the server cannot be reached or fails. For work in the background, beside whatever
 * the person does meanwhile. The call must be idempotent.
 *
 * @param givenUp the caller's abort signal; after it aborts there is no further attempt
 * @throws the error of the last attempt; errors that a retry cannot help are thrown at once
 */
export async function insistently<T>(
  call: () => Promise<T>,
  givenUp?: AbortSignal,
  delaysMs = retryDelaysMs,
): Promise<T> {
  for (const delayMs of delaysMs) {
    try {
      return await call()
    } catch (error) {
      if (!isPassing(error)) throw error
      await waitFor(delayMs, givenUp)
      if (givenUp?.aborted) throw error
    }
  }
  return call()
}

/** Reads something that a person waits for: retries twice if there is no answer, before they are told. */
export const patiently = <T>(read: () => Promise<T>): Promise<T> =>
  insistently(read, undefined, readingDelaysMs)

function waitFor(ms: number, givenUp: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, givenUp?.aborted ? 0 : ms)
    givenUp?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
