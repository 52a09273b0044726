import { Hono } from 'hono'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { codeError } from '../../errors.ts'
import { readClaims } from '../../http/bearer.ts'
import type { HttpEnv } from '../../http/http-env.ts'
import { readBody } from '../../http/request-body.ts'
import type { Services } from '../../services.ts'
import { signAddress } from '../media/media.ts'
import { keepPortrait } from './portrait.ts'

/** PUT of a portrait: the raw bytes of a picture, whose type is determined from these bytes alone. */
export function portraitRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()

  app.put('/media/portraits/:id', async (c) => {
    const claims = await readClaims(c, services)
    if (!claims) throw codeError('UNAUTHORIZED')
    const id = z.uuid().safeParse(c.req.param('id'))
    if (!id.success) throw codeError('NOT_FOUND')

    const bytes = await readBody(c, limits.portraitBytes)
    const { ownerId, mediaId } = await keepPortrait(services, claims, id.data, bytes)
    const { url } = signAddress(services.secrets, ownerId, mediaId, { person: claims.sub })
    return c.json({ portrait: url })
  })

  return app
}
