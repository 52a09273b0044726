import { writeAudit } from '../accounts/audit.ts'
import { findFactor, removeFactor } from '../accounts/factors.ts'
import { lockSession } from '../accounts/raise-session.ts'
import { insufficientAal } from '../errors.ts'
import { requireUser } from '../http/bearer.ts'
import { clientOf } from '../http/client.ts'
import { notify } from '../mails/notices.ts'
import type { Endpoint } from './endpoint.ts'
import { factorIdOf } from './factor-id.ts'

/** DELETE /factors/{id}: proofs by this factor no longer count in any session. */
export const removeFactorEndpoint: Endpoint = async (c, auth) => {
  const { user, session } = await requireUser(c, auth)
  const factorId = factorIdOf(c)
  const client = clientOf(c, auth)

  await auth.db.transaction(async (tx) => {
    const { aal } = await lockSession(tx, user.id, session.id)
    const factor = await findFactor(tx, user.id, factorId)
    if (factor.status === 'verified' && aal !== 'aal2') {
      throw insufficientAal(422, 'AAL2 required to unenroll verified factor')
    }

    await removeFactor(tx, factor)
    await writeAudit(tx, 'factor_deleted', user, client, {
      factor_id: factor.id,
      factor_type: factor.factor_type,
    })
    if (factor.status === 'verified') await notify(auth, tx, 'factorRemoved', user.email)
  })
  return c.json({ id: factorId })
}
