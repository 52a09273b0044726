import { setTimeout as sleep } from 'node:timers/promises'
import { SpeechFailure } from './speech-failure.ts'

/**
 * A hiccup is over after a second, a busy engine is free after a quarter of a minute. For anything longer the job should wait in
 * the queue, and not a process.
 */
const WAITS_MS = [1_000, 4_000, 15_000]
const WAIT_MS_MAX = 30_000

type Wait = (ms: number, signal: AbortSignal) => Promise<void>
const wait: Wait = async (ms, signal) => sleep(ms, undefined, { signal })

/**
 * Retries the work at most three times while it fails in ways that may pass, with growing pauses that last at least as long as the
 * engine asks. A failure that is thrown in the end still says whether another attempt is worthwhile, and how much later the engine
 * wants it, if it said so.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  pause: Wait = wait,
): Promise<T> {
  for (const waitMs of WAITS_MS) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SpeechFailure) || !error.retryable) throw error
      const ms = Math.max(error.retryAfterMs ?? 0, jittered(waitMs))
      if (ms > WAIT_MS_MAX) throw error
      await pause(ms, signal).catch((cause: unknown) => {
        throw new SpeechFailure('ABORTED', 'stopped while waiting for the engine', { cause })
      })
    }
  }
  return work()
}

/** Varies a pause at random, so that pieces which failed together are not retried together. */
function jittered(ms: number): number {
  return ms * (0.75 + Math.random() / 2)
}
