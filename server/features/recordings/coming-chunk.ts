import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Context } from 'hono'
import { limits } from '#contract/limits.ts'
import { codeError } from '../../errors.ts'
import type { HttpEnv } from '../../http/http-env.ts'
import { bodyOf } from '../../http/request-body.ts'

/** A chunk whose bytes may still be arriving. */
export type ComingChunk = {
  index: number
  /** In bytes: as the sender announced it, or as counted when the body has been read. */
  size: number
  /** The digest that the bytes are checked against, in hexadecimal digits. */
  sha256: string
  /** The bytes as they came off the wire; resolves once they are complete and match the digest. */
  pieces: Promise<Uint8Array[]>
}

/** A body that arrives within this time came at once: over a fast connection, or through a proxy that had buffered it. */
export const AT_ONCE_MS = 20

/** Connections whose last body came at once; the next one nearly always will, too. */
const quickLines = new WeakSet<Socket>()

/**
 * Reads a body of at most 8 MiB. On a connection known to be quick the chunk is returned while its body is still
 * arriving, elsewhere once the body is complete.
 *
 * @throws BAD_REQUEST without a digest or a body, CHUNK_TOO_LARGE, DIGEST_MISMATCH; of a body still arriving, `pieces`
 * rejects instead
 */
export async function readChunk(c: Context<HttpEnv>, index: number): Promise<ComingChunk> {
  const sha256 = readDigest(c.req.header('content-digest'))
  if (!sha256) throw codeError('BAD_REQUEST')
  const announced = Number(c.req.header('content-length') ?? 0)
  if (announced > limits.chunkBytesMax) throw codeError('CHUNK_TOO_LARGE')

  const line = c.env?.incoming?.socket
  const reading = readPieces(c, sha256, line)
  if (announced > 0 && line && quickLines.has(line)) {
    const pieces = reading.then((read) => read.pieces)
    // Whoever takes the chunk awaits `pieces`, which may reject before that: this keeps the rejection from counting as
    // unhandled.
    pieces.catch(() => undefined)
    return { index, size: announced, sha256, pieces }
  }
  const { pieces, size } = await reading
  return { index, size, sha256, pieces: Promise.resolve(pieces) }
}

async function readPieces(c: Context<HttpEnv>, sha256: string, line: Socket | undefined) {
  const began = performance.now()
  const hash = createHash('sha256')
  const pieces: Uint8Array[] = []
  let size = 0
  let unhashed: Uint8Array | undefined
  for await (const piece of bodyOf(c)) {
    size += piece.length
    if (size > limits.chunkBytesMax) throw codeError('CHUNK_TOO_LARGE')
    // Hashing stays one piece behind: the first piece comes with the request's head, and hashing it at once would delay
    // the query for the chunk's place.
    if (unhashed) hash.update(unhashed)
    unhashed = piece
    pieces.push(piece)
  }
  if (unhashed) hash.update(unhashed)
  if (line) quickLines[performance.now() - began <= AT_ONCE_MS ? 'add' : 'delete'](line)
  if (size === 0) throw codeError('BAD_REQUEST')
  if (hash.digest('hex') !== sha256) throw codeError('DIGEST_MISMATCH')
  return { pieces, size }
}

/**
 * The SHA-256 among the digests of a Content-Digest header (`sha-256=:<base64>:`), in hexadecimal digits; null without
 * one.
 */
function readDigest(header: string | undefined): string | null {
  const encoded = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(header ?? '')?.[1]
  return encoded ? Buffer.from(encoded, 'base64').toString('hex') : null
}
