import { isPassing } from './errors.ts'

/** How long is waited before each further try: a server that restarts is back within a minute. */
export const retryDelaysMs = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000]
/** The same where somebody looks on: after so long they are told, as by the cache of what is read. */
const readingDelaysMs = [1_000, 2_000]

/**
 * Asks again while the server cannot be reached or fails, for a good minute: for what goes on by itself, beside whatever
 * somebody does meanwhile. Every such call has to be one that may come twice.
 *
 * @param givenUp by whoever asked; what failed then is not tried again
 * @throws what the last try did, and at once what does not pass
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

/** Reads what somebody waits for: asks twice more while nobody answers, before they are told. */
export const patiently = <T>(read: () => Promise<T>): Promise<T> =>
  insistently(read, undefined, readingDelaysMs)

function waitFor(ms: number, givenUp: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    givenUp?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
