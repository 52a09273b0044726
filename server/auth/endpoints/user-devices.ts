import type { Context } from 'hono'
import { z } from 'zod'
import { listActivity } from '../accounts/activity.ts'
import { writeAudit } from '../accounts/audit.ts'
import { assertSecondFactorUsed } from '../accounts/factors.ts'
import { withdrawLoneChanges } from '../accounts/lone-changes.ts'
import { endOwnSession, listSessions } from '../accounts/open-sessions.ts'
import type { Auth } from '../auth-context.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { requireUser, type SignedIn } from '../http/bearer.ts'
import { clientOf } from '../http/client.ts'
import type { Endpoint } from './endpoint.ts'

/*
 * Endpoints of our own, which GoTrue's clients do not have: the devices where an account is signed in, and its activity.
 */

const pageSchema = z.object({
  before: z.uuid().nullable().default(null),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

/** GET /user/sessions: the devices that the person is signed in on. */
export const userSessions: Endpoint = async (c, auth) => {
  const { session } = await requireOwner(c, auth)
  const sessions = await auth.db.transaction((tx) => listSessions(tx, auth.settings, session))
  return c.json({ sessions })
}

/** DELETE /user/sessions/{id}: signs one device out. */
export const endUserSession: Endpoint = async (c, auth) => {
  const { user, session } = await requireOwner(c, auth)
  const id = z.uuid().safeParse(c.req.param('id'))

  const isEnded = await auth.db.transaction(async (tx) => {
    if (!id.success || !(await endOwnSession(tx, user.id, id.data))) return false
    if (id.data !== session.id) await withdrawLoneChanges(auth, tx, user.id)
    await writeAudit(tx, 'logout', user, clientOf(c, auth), { scope: 'device', session_id: id.data })
    return true
  })
  // Not `session_not_found`, because stock clients take that code for the end of their own session.
  if (!isEnded) throw new AuthError(404, 'not_found', 'Session not found')
  return c.body(null, 204)
}

/** GET /user/activity?before=&limit=: the account's audit entries, newest first. */
export const userActivity: Endpoint = async (c, auth) => {
  const { user } = await requireOwner(c, auth)
  const page = pageSchema.safeParse(c.req.query())
  if (!page.success) throw validationFailed('before needs to be an UUID, limit a number from 1 to 100')

  const { before, limit } = page.data
  const found = await auth.db.transaction((tx) => listActivity(tx, user.id, { before, limit: limit + 1 }))
  const entries = found.slice(0, limit)
  const isLast = found.length <= limit
  return c.json({ entries, next: isLast ? null : (entries.at(-1)?.id ?? null) })
}

/** Requires the second factor where there is one: addresses and habits must not be shown to somebody who knows only the password. */
async function requireOwner(c: Context, auth: Auth): Promise<SignedIn> {
  const signedIn = await requireUser(c, auth)
  assertSecondFactorUsed(signedIn.user, signedIn.session, 401, 'AAL2 session is required to see devices.')
  return signedIn
}
