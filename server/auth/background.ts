import type { AuthLog } from './auth-log.ts'

export type Background = {
  /** Starts `work` after the current turn; what it throws is logged, never told to the client. */
  run(name: string, work: () => Promise<void>): void
  /** Resolves when everything started so far has ended; for an orderly stop. */
  settled(): Promise<void>
}

/**
 * Work behind an answer that was already given. Whether an address has an account must not show in how long
 * an answer takes, so looking it up and writing the mail happen here.
 */
export function createBackground(log: AuthLog): Background {
  const running = new Set<Promise<void>>()

  return {
    run(name, work) {
      const task = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.error({ err: error, work: name }, 'auth: background work failed'))
        .finally(() => running.delete(task))
      running.add(task)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
