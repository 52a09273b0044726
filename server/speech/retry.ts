import { setTimeout as sleep } from 'node:timers/promises'
import { SpeechFailure } from './speech-failure.ts'

/** A hiccup is over after a second, a busy engine after a quarter of a minute; beyond that a job should wait, not a process. */
const WAITS_MS = [1_000, 4_000, 15_000]
const WAIT_MS_MAX = 30_000

type Wait = (ms: number, signal: AbortSignal) => Promise<void>
const wait: Wait = async (ms, signal) => sleep(ms, undefined, { signal })

/**
 * Does the work again while it fails in ways that pass, at most three times, waiting longer each time and as long as
 * the engine asks. A failure thrown from here still says whether, and how much later, it is worth another try.
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

/** Pieces that failed together shall not come back together. */
function jittered(ms: number): number {
  return ms * (0.75 + Math.random() / 2)
}
