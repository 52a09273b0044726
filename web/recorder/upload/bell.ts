/** Wakes whoever waits: more was recorded, the network is back, the person pressed a button. */
export type Bell = {
  ring: () => void
  /** Resolves at the next ring, after `ms`, or when the signal aborts, whichever is first. Never rejects. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

export function createBell(): Bell {
  const sleepers = new Set<() => void>()

  return {
    ring() {
      for (const wake of [...sleepers]) wake()
    },
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          sleepers.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        const timer = setTimeout(wake, ms)
        sleepers.add(wake)
        signal.addEventListener('abort', wake)
        if (signal.aborted) wake()
      }),
  }
}
