import type { Socket } from 'node:net'

/** Hands on what either end says to the other; where one breaks, the other is let go. */
export function joinSockets(near: Socket, far: Socket): void {
  for (const [end, other] of [
    [near, far],
    [far, near],
  ] as const) {
    end.on('error', () => undefined)
    end.on('close', () => other.destroy())
    end.pipe(other)
  }
}
