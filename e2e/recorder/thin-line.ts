import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

const PIECE_BYTES = 2_048
const AWAY_MS = 500

export type ThinLine = {
  origin: string
  /** The port on which the server behind it has to listen. */
  serverPort: number
  /** Limits the bytes per second each way from now on, over all connections together. */
  narrow: (bytesPerSecond: number) => void
  /** Makes it break whenever it has carried so many bytes to the server, and stay down for a moment. */
  breakEvery: (bytes: number) => void
  /** How often it has broken by itself. */
  breaks: () => number
  /** Breaks all connections in the middle of their work, and refuses new ones. */
  cut: () => void
  /** Accepts connections again. */
  mend: () => void
  close: () => Promise<void>
}

/** A proxy to a server on this machine that acts like a poor rural line: real connections, unchanged bytes. */
export async function startThinLine(serverPort: number): Promise<ThinLine> {
  let bytesPerMs = Number.POSITIVE_INFINITY
  let isCut = false
  let mostBytes = Number.POSITIVE_INFINITY
  let carriedBytes = 0
  let breaks = 0
  const ends = new Set<Socket>()
  const freeAt = { there: 0, back: 0 }

  const breakAll = () => {
    for (const end of ends) end.resetAndDestroy()
  }
  const cut = () => {
    isCut = true
    breakAll()
  }
  const mend = () => {
    isCut = false
    carriedBytes = 0
  }

  async function takeTurn(way: keyof typeof freeAt, bytes: number): Promise<void> {
    const now = performance.now()
    freeAt[way] = Math.max(freeAt[way], now) + bytes / bytesPerMs
    const waitMs = freeAt[way] - now
    if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs))
  }

  function noteCarried(bytes: number): void {
    carriedBytes += bytes
    if (carriedBytes < mostBytes || isCut) return
    breaks += 1
    cut()
    setTimeout(mend, AWAY_MS)
  }

  async function carry(from: Socket, to: Socket, way: keyof typeof freeAt): Promise<void> {
    for await (const bytes of from as AsyncIterable<Buffer>) {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        const piece = bytes.subarray(at, at + PIECE_BYTES)
        await takeTurn(way, piece.length)
        if (to.destroyed) return
        if (way === 'there') noteCarried(piece.length)
        if (!to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')])
      }
    }
    to.end()
  }

  const door = createServer({ allowHalfOpen: true }, (near) => {
    if (isCut) return void near.resetAndDestroy()
    const far = connect({ port: serverPort, host: '127.0.0.1', allowHalfOpen: true })
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end)
      end.on('error', () => undefined)
      end.on('close', () => {
        ends.delete(end)
        other.destroy()
      })
    }
    carry(near, far, 'there').catch(() => far.destroy())
    carry(far, near, 'back').catch(() => near.destroy())
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const address = door.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    serverPort,
    narrow: (bytesPerSecond) => {
      bytesPerMs = bytesPerSecond / 1_000
    },
    breakEvery: (bytes) => {
      carriedBytes = 0
      mostBytes = bytes
    },
    breaks: () => breaks,
    cut,
    mend,
    close: async () => {
      breakAll()
      door.close()
      await once(door, 'close')
    },
  }
}
