import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '#contract/limits.ts'

type Coming = { socket: Socket; outgoing: ServerResponse; bytesRead: number; quietLooks: number }

/**
 * How many times in `silentMs` a timer checks all requests; who is silent at one time more, has been so for at least as long. Looks are
 * counted and not time: after a process stood still, what was sent to it meanwhile has yet to be read.
 */
const LOOKS = 10
/** How long the other end may take to read what was answered. */
const LAST_WORDS_MS = 5_000
const REFUSAL = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/**
 * Ends the connection of each request whose body has begun but of which no byte has come for `silentMs`: without a limit for whole
 * requests, a device that went out of reach would occupy its connection for ever. A body that waits for this server to read on is
 * not silent.
 */
export function endSilentBodies(server: Server, silentMs = limits.silentBodySeconds * 1000): void {
  const bodies = new Map<IncomingMessage, Coming>()

  server.on('request', (incoming, outgoing) => {
    const { headers, socket } = incoming
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    bodies.set(incoming, { socket, outgoing, bytesRead: socket.bytesRead, quietLooks: 0 })
    incoming.once('close', () => bodies.delete(incoming))
  })
  const look = (): void => {
    for (const [incoming, coming] of bodies) {
      if (incoming.complete || incoming.destroyed) bodies.delete(incoming)
      else if (coming.socket.bytesRead !== coming.bytesRead || incoming.readableLength > 0) {
        coming.bytesRead = coming.socket.bytesRead
        coming.quietLooks = 0
      } else {
        coming.quietLooks += 1
        if (coming.quietLooks > LOOKS) refuse(coming)
      }
    }
  }
  const clock = setInterval(look, silentMs / LOOKS).unref()
  server.once('close', () => clearInterval(clock))
}

function refuse({ socket, outgoing }: Coming): void {
  // A request that was sent behind another has no socket to answer on yet.
  if (!outgoing.headersSent && outgoing.socket !== null) socket.write(REFUSAL)
  socket.setTimeout(LAST_WORDS_MS, () => socket.destroy())
  socket.destroySoon()
}
