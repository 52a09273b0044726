import { validate } from 'uuid'
import { writeAudit } from '../accounts/audit.ts'
import { findFactor, lockUser, removeFactor } from '../accounts/factors.ts'
import { factorObject } from '../accounts/user-object.ts'
import { AuthError, factorNotFound } from '../errors.ts'
import { requireAdmin } from '../http/admin.ts'
import { clientOf } from '../http/client.ts'
import { namedUser } from './admin-users.ts'
import type { Endpoint } from './endpoint.ts'

/** GET /admin/users/{id}/factors */
export const listFactors: Endpoint = async (c, auth) => {
  await requireAdmin(c, auth)
  const { factors } = await auth.db.transaction((tx) => namedUser(c, tx))
  return c.json(factors.map(factorObject))
}

/** DELETE /admin/users/{id}/factors/{factor_id}: for people who have lost their second factor. */
export const deleteFactor: Endpoint = async (c, auth) => {
  await requireAdmin(c, auth)
  const factorId = c.req.param('factorId') ?? ''
  if (!validate(factorId)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')

  const removed = await auth.db.transaction(async (tx) => {
    const user = await namedUser(c, tx)
    await lockUser(tx, user.id)
    const shown = user.factors.find(({ id }) => id === factorId)
    if (shown === undefined) throw factorNotFound()

    const factor = await findFactor(tx, user.id, factorId)
    await removeFactor(tx, factor)
    await writeAudit(tx, 'factor_deleted', user, clientOf(c, auth), {
      by: 'admin',
      factor_id: factor.id,
      factor_type: factor.factor_type,
    })
    return shown
  })
  return c.json(factorObject(removed))
}
