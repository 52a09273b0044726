import type { Context } from 'hono'
import { validate } from 'uuid'
import { assertSecondFactorUsed } from '../accounts/factors.ts'
import type { SessionRow } from '../accounts/sessions.ts'
import { assertNotBanned, findUserById } from '../accounts/users.ts'
import type { Auth } from '../auth-context.ts'
import { AuthError } from '../errors.ts'
import { bearerToken, refusedJwt } from './bearer.ts'

/**
 * Lets a request through when its bearer token was signed by our keys and has one of the admin roles. If the token belongs to a
 * session, that session must still be open, and at aal2 when its person has a second factor.
 * @throws AuthError no_authorization, bad_jwt, not_admin, session_not_found, user_banned, insufficient_aal
 */
export async function requireAdmin(c: Context, auth: Auth): Promise<void> {
  const claims = await auth.accessTokens.verifyBearer(bearerToken(c)).catch(refusedJwt)
  if (!auth.settings.adminRoles.includes(claims.role)) {
    throw new AuthError(403, 'not_admin', 'User not allowed')
  }
  if (claims.session_id === undefined) return

  const { session_id: sessionId, sub: userId = '' } = claims
  const [session, user] = await auth.db.transaction(async (tx) => {
    if (!validate(sessionId) || !validate(userId)) return [null, null]
    const found = await tx.first<SessionRow>('select * from auth.sessions where id = $1 and user_id = $2', [
      sessionId,
      userId,
    ])
    return [found, await findUserById(tx, userId)]
  })
  if (session === null || user === null) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  assertNotBanned(user)
  assertSecondFactorUsed(user, session, 403, 'AAL2 session is required for admin calls')
}
