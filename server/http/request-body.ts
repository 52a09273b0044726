import type { Context } from 'hono'
import { codeError } from '../errors.ts'
import type { HttpEnv } from './http-env.ts'

/**
 * The bytes of a request body, read directly from Node's request if there is one: web streams in between cost a second of garbage
 * collection per GiB. A reader that stops midway can still respond; the unread rest is drained after the response.
 */
export function bodyOf(c: Context<HttpEnv>): AsyncIterable<Uint8Array> {
  const incoming = c.env?.incoming
  if (!incoming) return c.req.raw.body ?? emptyBody()
  return { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) }
}

/**
 * Frees the memory of a body's pieces at once; they are empty afterwards. If they were left to the garbage collector, each GiB made
 * it traverse all of the server's objects again and again: 2 s of processor time. No operation may still be using the pieces, above
 * all no write, which would then read memory that has been reused for other data.
 */
export function giveBack(c: Context<HttpEnv>, pieces: Uint8Array[]): void {
  // The pieces of a request made in this process still belong to the code that sent it.
  if (!c.env?.incoming) return
  for (const { buffer, byteLength } of pieces) {
    // A piece read by the HTTP parser fills its whole buffer. A slice of one does not, and is left to the garbage collector.
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/**
 * Reads a whole body of at most `most` bytes. A longer one is refused before reading if its Content-Length says so, else as soon as
 * the limit is exceeded.
 * @throws PAYLOAD_TOO_LARGE
 */
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
