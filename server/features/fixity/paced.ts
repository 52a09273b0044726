import { setTimeout as sleep } from 'node:timers/promises'

/** A shorter pause is not worth a timer, and is added to the next one. */
const SHORTEST_PAUSE_MS = 20

/**
 * Makes a function that passes a stream's pieces on at no more than `bytesPerSecond`, counted over all streams that
 * share the pace. For the rest of the time the disk is free for people who play something.
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
