import { Hono } from 'hono'
import { z } from 'zod'
import { codeError } from '../../errors.ts'
import { readClaims } from '../../http/bearer.ts'
import type { HttpEnv } from '../../http/http-env.ts'
import { callerOf, readLinkCredential } from '../../http/link-credential.ts'
import { giveBack } from '../../http/request-body.ts'
import type { Services } from '../../services.ts'
import { recorderOf } from '../recording-links/recording-links.ts'
import { receiveChunk } from './chunks.ts'
import { readChunk } from './coming-chunk.ts'

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
    // The buffers are given back once the receipt is out, and only after success: where storing failed, a disk that
    // does not answer may still be writing from them.
    setImmediate(giveBack, c, await chunk.pieces)
    return c.json(receipt)
  })

  return app
}
