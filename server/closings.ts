import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'

export type Closings = {
  /** Notes what closes a part that has just been opened, and what it is called in the log. */
  push: (part: string, close: () => Promise<void>) => void
  /** Closes every part once, the latest first: each may need those that were there before it. */
  close: () => Promise<void>
}

/** How long all parts may take to close together, and each at least: a part that never does must not keep the others open. */
export type Patience = { allMs: number; eachMs: number }
/** Below the 30 s after which systemd and Docker, as we set them up, kill a process that was asked to stop. */
const PATIENCE: Patience = { allMs: 20_000, eachMs: 1_000 }

/** What a process has to close when it ends, or when its start fails half-way. */
export function createClosings(log: Log, { allMs, eachMs }: Patience = PATIENCE): Closings {
  const closings: { part: string; close: () => Promise<void> }[] = []
  return {
    push: (part, close) => void closings.push({ part, close }),
    close: async () => {
      const until = performance.now() + allMs
      for (const { part, close } of closings.splice(0).reverse()) {
        const closing = close().catch((err: unknown) =>
          log.error({ err, part }, 'a part did not close cleanly'),
        )
        await inTime(closing, Math.max(eachMs, until - performance.now()), () =>
          log.error({ part }, 'a part did not close in time; the stop goes on without it'),
        )
      }
    },
  }
}

async function inTime(work: Promise<void>, mostMs: number, onLate: () => void): Promise<void> {
  const isOver = new AbortController()
  const late = sleep(mostMs, undefined, { signal: isOver.signal }).then(onLate, () => undefined)
  await Promise.race([work, late])
  isOver.abort()
}
