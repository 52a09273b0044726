import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'

export type Closings = {
  /** Registers how to close a part that has just been opened, and its name for the log. */
  push: (part: string, close: () => Promise<void>) => void
  /** Closes every part once, in reverse order, because each may need those that were opened before it. */
  close: () => Promise<void>
}

/**
 * How long closing may take: for all parts together, and at least for each, so that a part that hangs does not keep the others
 * open.
 */
export type Patience = { allMs: number; eachMs: number }
/** Below the 30 s after which systemd and Docker, as configured here, kill a process that was asked to stop. */
const PATIENCE: Patience = { allMs: 20_000, eachMs: 1_000 }

/** Collects what a process has to close when it ends, or when its start fails half-way. */
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
