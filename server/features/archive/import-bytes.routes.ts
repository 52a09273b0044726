import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { archiveImportPath } from '#contract/paths.ts'
import { asUser } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { readClaims } from '../../http/bearer.ts'
import type { HttpEnv } from '../../http/http-env.ts'
import { readBody } from '../../http/request-body.ts'
import type { Services } from '../../services.ts'
import { noteReceived, placeOfPiece } from './imports.ts'

/**
 * PUT of a piece of an archive, with its place in `Content-Range: bytes first-last/size`. A piece counts once it is
 * flushed; the answer says from which byte to go on, also for a piece that came twice or too early.
 */
export function importBytesRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.put(archiveImportPath(':id'), async (c) => {
    const claims = await readClaims(c, services)
    if (!claims) throw codeError('UNAUTHORIZED')
    const id = z.uuid().safeParse(c.req.param('id'))
    if (!id.success) throw codeError('NOT_FOUND')

    const bytes = await readBody(c, limits.archivePieceBytes)
    const range = rangeOf(c)
    if (!range || range.last - range.first + 1 !== bytes.length) throw codeError('BAD_REQUEST')

    const receivedBytes = await asUser(services.db, claims, async (tx) => {
      const place = await placeOfPiece(tx, claims.sub, id.data)
      if (!place) throw codeError('NOT_FOUND')
      if (range.size !== place.sizeBytes || range.last >= place.sizeBytes) throw codeError('BAD_REQUEST')
      if (range.first !== place.receivedBytes) return place.receivedBytes

      await services.storage.writeAt(place.storageKey, range.first, bytes)
      await noteReceived(tx, claims.sub, id.data, range.last + 1)
      return range.last + 1
    })
    return c.json({ receivedBytes })
  })
  return app
}

function rangeOf(c: Context): { first: number; last: number; size: number } | null {
  const [, first, last, size] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(c.req.header('content-range') ?? '') ?? []
  return first === undefined ? null : { first: Number(first), last: Number(last), size: Number(size) }
}
