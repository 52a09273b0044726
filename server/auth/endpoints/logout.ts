import { writeAudit } from '../accounts/audit.ts'
import { assertSecondFactorUsed } from '../accounts/factors.ts'
import { withdrawLoneChanges } from '../accounts/lone-changes.ts'
import { endAllSessions, endOtherSessions, endSession } from '../accounts/sessions.ts'
import { hasSecondFactor } from '../accounts/users.ts'
import { validationFailed } from '../errors.ts'
import { requireUser } from '../http/bearer.ts'
import { clientOf } from '../http/client.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * POST /logout?scope=: `global` ends all sessions of the person, `local` this one, `others` all but this. A session that lacks its second
 * factor ends itself alone: whoever knows no more than the password must not be able to log the owner's devices out.
 */
export const logout: Endpoint = async (c, auth) => {
  const wanted = c.req.query('scope') ?? 'global'
  if (wanted !== 'global' && wanted !== 'local' && wanted !== 'others') {
    throw validationFailed(`Unsupported logout scope "${wanted}"`)
  }

  const { user, session } = await requireUser(c, auth)
  // 422, because stock clients take a 403 here for a log-out that has happened.
  if (wanted === 'others') {
    assertSecondFactorUsed(user, session, 422, 'AAL2 session is required to log other devices out.')
  }
  const endsItselfAlone = wanted === 'global' && hasSecondFactor(user) && session.aal !== 'aal2'
  const scope = endsItselfAlone ? 'local' : wanted
  await auth.db.transaction(async (tx) => {
    if (scope === 'global') await endAllSessions(tx, user.id)
    if (scope === 'local') await endSession(tx, session.id)
    if (scope === 'others') {
      await endOtherSessions(tx, user.id, session.id)
      await withdrawLoneChanges(auth, tx, user.id)
    }
    await writeAudit(tx, 'logout', user, clientOf(c, auth), { scope })
  })
  return c.body(null, 204)
}
