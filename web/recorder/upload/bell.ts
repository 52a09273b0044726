/** Wakes the code that waits, because more was recorded, the network is back, or the person pressed a button. */
export type Bell = {
  /** Rings. If nothing is waiting, the ring is kept for the next wait: it may have come too late for the work under way. */
  ring: () => void
  /**
   * Resolves at the next ring, after `ms`, or when the signal aborts, whichever is first, and says whether it rang.
   * Never rejects.
   */
  wait: (ms: number, signal: AbortSignal) => Promise<'rung' | 'silent'>
}

/** A bell that one caller at a time can wait for. */
export function createBell(): Bell {
  let wake: (() => void) | null = null
  let isKept = false

  return {
    ring() {
      if (wake === null) isKept = true
      else wake()
    },
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const end = (how: 'rung' | 'silent') => {
          clearTimeout(timer)
          wake = null
          isKept = false
          signal.removeEventListener('abort', giveUp)
          resolve(how)
        }
        const giveUp = () => end('silent')
        const timer = setTimeout(giveUp, ms)
        wake = () => end('rung')
        signal.addEventListener('abort', giveUp)
        if (signal.aborted) giveUp()
        else if (isKept) end('rung')
      }),
  }
}
