import type { AuthLog } from './auth-log.ts'

export type Background = {
  /** Starts `work` in a later turn of the event loop; its errors are logged and never reported to the client. */
  run(name: string, work: () => Promise<void>): void
  /** Resolves when no work is running any more; for an orderly shutdown. */
  settled(): Promise<void>
}

/**
 * Runs work after the response was sent. The response time must not reveal whether an address has an account, so looking up the
 * account and writing the mail happen here.
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
