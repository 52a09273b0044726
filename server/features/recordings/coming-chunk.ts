import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Context } from 'hono'
import { limits } from '#contract/limits.ts'
import { codeError } from '../../errors.ts'
import type { HttpEnv } from '../../http/http-env.ts'
import { bodyOf } from '../../http/request-body.ts'

/** A chunk whose bytes may be under way still. */
export type ComingChunk = {
  index: number
  /** Bytes, as its sender says or as they were counted. */
  size: number
  /** The digest that its bytes are held against. */
  sha256: string
  /** The bytes as they came off the wire, once they are whole and have their digest. */
  pieces: Promise<Uint8Array[]>
}

/** A body that came within so much came at once: over a quick line, or through a proxy that had gathered it. */
export const AT_ONCE_MS = 20

/** Lines whose last body came at once, as the next one will, nearly always. */
const quickLines = new WeakSet<Socket>()

/**
 * Reads a body of at most 8 MiB. Where the line is known to be quick it is handed on while it comes, elsewhere when it is
 * whole.
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
    // Whoever takes the chunk waits for it; it may fail before that.
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
    // One behind: the first piece comes with the head, and would hold up the question for the chunk's place.
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

/** The SHA-256 among the digests of a Content-Digest header: `sha-256=:<base64>:`. In hexadecimal digits. */
function readDigest(header: string | undefined): string | null {
  const encoded = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(header ?? '')?.[1]
  return encoded ? Buffer.from(encoded, 'base64').toString('hex') : null
}
