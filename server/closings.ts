import type { Log } from './log.ts'

export type Closings = {
  /** Notes what closes a part that has just been opened. */
  push: (close: () => Promise<void>) => void
  /** Closes every part once, the latest first: each may need those that were there before it. */
  close: () => Promise<void>
}

/** What a process has to close when it ends, or when its start fails half-way. */
export function createClosings(log: Log): Closings {
  const closings: (() => Promise<void>)[] = []
  return {
    push: (close) => void closings.push(close),
    close: async () => {
      for (const close of closings.splice(0).reverse()) {
        await close().catch((error: unknown) => log.error({ err: error }, 'a part did not close cleanly'))
      }
    },
  }
}
