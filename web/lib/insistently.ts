import { isPassing } from './errors.ts'

/** How long is waited before each further try: a server that restarts is back within a minute. */
export const retryDelaysMs = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000]

/**
 * Asks again while the server cannot be reached or fails, for a good minute: for what goes on by itself, beside whatever
 * somebody does meanwhile. Every such call has to be one that may come twice.
 *
 * @param givenUp by whoever asked; what failed then is not tried again
 * @throws what the last try did, and at once what does not pass
 */
export async function insistently<T>(call: () => Promise<T>, givenUp?: AbortSignal): Promise<T> {
  for (const delayMs of retryDelaysMs) {
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

function waitFor(ms: number, givenUp: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    givenUp?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
