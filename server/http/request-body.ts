import type { Context } from 'hono'
import { codeError } from '../errors.ts'
import type { HttpEnv } from './http-env.ts'

/**
 * The bytes of a request, straight from its socket where there is one: web streams in between cost a second of
 * garbage collection for each GiB. Whoever stops reading midway can still answer; what is left unread is drained after the answer.
 */
export function bodyOf(c: Context<HttpEnv>): AsyncIterable<Uint8Array> {
  const incoming = c.env?.incoming
  if (!incoming) return c.req.raw.body ?? emptyBody()
  return { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) }
}

/**
 * Gives the memory of a body's pieces back, which are empty afterwards. Left to the collector, a GiB of them made it go through
 * all of the server's objects again and again: 2 s of processor time. Nothing may be under way with them, no write above all,
 * which would read what is somebody else's by then.
 */
export function giveBack(c: Context<HttpEnv>, pieces: Uint8Array[]): void {
  // A request that was made in this process has its sender's own bytes.
  if (!c.env?.incoming) return
  for (const { buffer, byteLength } of pieces) {
    // What HTTP read is alone in its buffer. A part of a piece is not, and is left to the collector.
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/** A whole body of at most `most` bytes; more is refused before it is read, or as soon as it has come. */
export async function readBody(c: Context<HttpEnv>, most: number): Promise<Uint8Array> {
  if (Number(c.req.header('content-length') ?? 0) > most) throw codeError('PAYLOAD_TOO_LARGE')
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bodyOf(c)) {
    size += piece.length
    if (size > most) throw codeError('PAYLOAD_TOO_LARGE')
    pieces.push(piece)
  }
  return Buffer.concat(pieces, size)
}
