import { writeAudit } from '../accounts/audit.ts'
import { withdrawLoneChanges } from '../accounts/lone-changes.ts'
import { endAllSessions, endOtherSessions, endSession } from '../accounts/sessions.ts'
import { validationFailed } from '../errors.ts'
import { requireUser } from '../http/bearer.ts'
import { clientOf } from '../http/client.ts'
import type { Endpoint } from './endpoint.ts'

/** POST /logout?scope=: `global` ends all sessions of the person, `local` this one, `others` all but this. */
export const logout: Endpoint = async (c, auth) => {
  const scope = c.req.query('scope') ?? 'global'
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw validationFailed(`Unsupported logout scope "${scope}"`)
  }

  const { user, session } = await requireUser(c, auth)
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
