import { Hono } from 'hono'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { gedcomPath } from '#contract/paths.ts'
import { asUser } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { readClaims } from '../../http/bearer.ts'
import type { HttpEnv } from '../../http/http-env.ts'
import { readBody } from '../../http/request-body.ts'
import type { Services } from '../../services.ts'
import { GedcomError } from './gedcom/gedcom-error.ts'
import { importGedcom } from './gedcom/import-gedcom.ts'

const asked = z.object({
  apply: z.enum(['true', 'false']).default('false'),
  you: z
    .string()
    .max(80)
    .regex(/^@[^@\s]+@$/)
    .optional(),
})

/** POST of a GEDCOM file: what it would bring; with `?apply=true` it is brought. `you` says who of its people you are. */
export function gedcomRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()

  app.post(gedcomPath, async (c) => {
    const claims = await readClaims(c, services)
    if (!claims) throw codeError('UNAUTHORIZED')
    const query = asked.safeParse(c.req.query())
    if (!query.success) throw codeError('BAD_REQUEST')

    const { apply, you = null } = query.data
    const bytes = await readBody(c, limits.gedcomBytes)
    if (bytes.length === 0) throw codeError('FILE_EMPTY')
    const wish = { isApplied: apply === 'true', bytes, selfXref: you }
    try {
      return c.json(await asUser(services.db, claims, (tx) => importGedcom(tx, claims.sub, wish)))
    } catch (error) {
      if (error instanceof GedcomError) throw codeError('FILE_UNREADABLE', { reason: error.reason })
      throw error
    }
  })

  return app
}
