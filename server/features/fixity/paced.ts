import { setTimeout as sleep } from 'node:timers/promises'

/** Shorter than this a pause is not worth its timer; it is added to the next. */
const SHORTEST_PAUSE_MS = 20

/**
 * Hands pieces on no faster than so many bytes a second, counted over everything that goes through one pace: those who
 * play something have the disk to themselves for the rest of the time.
 */
export function createPace(bytesPerSecond: number) {
  let owedMs = 0
  return async function* paced(
    source: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    let since = performance.now()
    for await (const piece of source) {
      signal.throwIfAborted()
      yield piece
      const now = performance.now()
      owedMs = Math.max(0, owedMs + (piece.length / bytesPerSecond) * 1000 - (now - since))
      since = now
      if (owedMs < SHORTEST_PAUSE_MS) continue
      await sleep(owedMs, undefined, { signal })
    }
  }
}

export type Pace = ReturnType<typeof createPace>
