import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { codeError } from '../../errors.ts'
import { readClaims } from '../../http/bearer.ts'
import type { HttpEnv } from '../../http/http-env.ts'
import { callerOf, readLinkCredential } from '../../http/link-credential.ts'
import { bodyOf, giveBack } from '../../http/request-body.ts'
import type { Services } from '../../services.ts'
import { recorderOf } from '../recording-links/recording-links.ts'
import { type Chunk, receiveChunk } from './chunks.ts'

const address = z.object({ id: z.uuid(), index: z.coerce.number().int().nonnegative() })

/** PUT of a recording's chunks: raw bytes with their SHA-256 in Content-Digest (RFC 9530). */
export function chunkRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()

  app.put('/media/recordings/:id/chunks/:index', async (c) => {
    const caller = {
      claims: await readClaims(c, services),
      link: readLinkCredential(c),
      caller: callerOf(c, services),
    }
    const recorder = await recorderOf(services, caller)
    const asked = address.safeParse(c.req.param())
    if (!asked.success) throw codeError('NOT_FOUND')

    const { id, index } = asked.data
    const chunk = await readChunk(c, index)
    const receipt = await receiveChunk(services, recorder, id, chunk)
    // Not where that failed: a disk that does not answer may be writing still.
    giveBack(c, chunk.pieces)
    return c.json(receipt)
  })

  return app
}

/** Reads a body of at most 8 MiB. Nothing is locked or held in the database meanwhile. */
async function readChunk(c: Context<HttpEnv>, index: number): Promise<Chunk> {
  const promised = readDigest(c.req.header('content-digest'))
  if (!promised) throw codeError('BAD_REQUEST')
  if (Number(c.req.header('content-length') ?? 0) > limits.chunkBytesMax) throw codeError('CHUNK_TOO_LARGE')

  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bodyOf(c)) {
    size += piece.length
    if (size > limits.chunkBytesMax) throw codeError('CHUNK_TOO_LARGE')
    pieces.push(piece)
  }
  if (size === 0) throw codeError('BAD_REQUEST')

  return { index, pieces, size, sha256: promised.toString('hex') }
}

/** The SHA-256 among the digests of a Content-Digest header: `sha-256=:<base64>:`. */
function readDigest(header: string | undefined): Buffer | null {
  const encoded = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):/.exec(header ?? '')?.[1]
  return encoded ? Buffer.from(encoded, 'base64') : null
}
