import { z } from 'zod'
import { writeAudit } from '../accounts/audit.ts'
import { findFactor, renameFactor } from '../accounts/factors.ts'
import { lockSession } from '../accounts/raise-session.ts'
import { insufficientAal, validationFailed } from '../errors.ts'
import { requireUser } from '../http/bearer.ts'
import { readBody } from '../http/body.ts'
import { clientOf } from '../http/client.ts'
import type { Endpoint } from './endpoint.ts'
import { factorIdOf } from './factor-id.ts'

const bodySchema = z.object({ friendly_name: z.string().trim().max(255).default('') })

/** PATCH /factors/{id}: renames a factor; needs aal2. An endpoint of our own, which GoTrue's clients do not have. */
export const renameFactorEndpoint: Endpoint = async (c, auth) => {
  const { user, session } = await requireUser(c, auth)
  const factorId = factorIdOf(c)
  const { friendly_name: name } = await readBody(c, bodySchema)
  if (name === '') throw validationFailed('friendly_name needs to be non-empty')

  const type = await auth.db.transaction(async (tx) => {
    const { aal } = await lockSession(tx, user.id, session.id)
    const factor = await findFactor(tx, user.id, factorId)
    if (aal !== 'aal2') throw insufficientAal(403, 'AAL2 required to rename a factor')

    await renameFactor(tx, factor, name)
    await writeAudit(tx, 'factor_updated', user, clientOf(c, auth), {
      factor_id: factor.id,
      factor_type: factor.factor_type,
    })
    return factor.factor_type
  })
  return c.json({ id: factorId, type, friendly_name: name })
}
