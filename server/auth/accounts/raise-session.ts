import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import { type FactorRow, lockUser } from './factors.ts'
import { type SessionRow, type TokenResponse, tokenResponse } from './sessions.ts'
import { reloadUser } from './users.ts'

/** The `amr` method of each kind of second factor. */
const methods = {
  totp: 'totp',
  phone: 'mfa/phone',
  webauthn: 'mfa/webauthn',
  recovery_code: 'mfa/recovery_code',
} as const

/**
 * Locks the person's session against refreshes, and against concurrent changes of their factors.
 * @throws AuthError session_not_found
 */
export async function lockSession(tx: AuthTransaction, userId: string, id: string): Promise<SessionRow> {
  await lockUser(tx, userId)
  const session = await tx.first<SessionRow>(
    'select * from auth.sessions where id = $1 and user_id = $2 for update',
    [id, userId],
  )
  if (session !== null) return session
  throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}

/**
 * Raises a session to aal2 after it has proven a second factor. Its new refresh token cannot be obtained with any earlier one
 * (contract 1.4), and the person's other sessions that are still at aal1 end.
 */
export async function raiseSession(
  auth: Auth,
  tx: AuthTransaction,
  session: SessionRow,
  factor: FactorRow,
): Promise<TokenResponse> {
  const counter = BigInt(session.refresh_token_counter) + 2n
  const proof = {
    method: methods[factor.factor_type],
    timestamp: Math.floor(Date.now() / 1000),
    factor_id: factor.id,
    since: Number(counter),
  }
  const amr = [proof, ...session.amr.filter((earlier) => earlier.factor_id !== factor.id)]

  const raised = await tx.first<SessionRow>(
    `update auth.sessions set aal = 'aal2', amr = $2, refresh_token_counter = $3,
       refreshed_at = now(), updated_at = now()
     where id = $1 returning *`,
    [session.id, JSON.stringify(amr), counter.toString()],
  )
  if (raised === null) throw new Error('A locked session vanished')
  await tx.run(`delete from auth.sessions where user_id = $1 and id <> $2 and aal = 'aal1'`, [
    session.user_id,
    session.id,
  ])

  const key = auth.secrets.open(raised.refresh_token_hmac_key, raised.id)
  return tokenResponse(auth, await reloadUser(tx, session.user_id), raised, { key, counter })
}
