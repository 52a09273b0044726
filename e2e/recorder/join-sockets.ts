import type { Socket } from 'node:net'

/** Connects two sockets with each other; when one breaks, the other is closed. */
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
