import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import { consumeToken, findByCode } from './one-time-tokens.ts'
import type { SessionRow } from './sessions.ts'
import type { UserRow } from './users.ts'

/** How long after signing in no reauthentication is needed. */
const freshMs = 24 * 3600 * 1000

/** The confirmed address or phone that reauthentication codes are sent to; null when the account has none. */
export function provenAddress(user: UserRow): { email: string } | { phone: string } | null {
  if (user.email !== null && user.email_confirmed_at !== null) return { email: user.email }
  if (user.phone !== null && user.phone_confirmed_at !== null) return { phone: user.phone }
  return null
}

/**
 * Returns if a sensitive change may go on: because the code that was sent for it is right, or because none is required.
 * @throws AuthError reauthentication_needed, reauthentication_not_valid, over_request_rate_limit
 */
export async function assertReauthenticated(
  auth: Auth,
  user: UserRow,
  session: Pick<SessionRow, 'created_at'>,
  nonce: string,
): Promise<void> {
  if (nonce !== '') return redeemNonce(auth, user, nonce)

  const isFresh = Date.now() - session.created_at.getTime() < freshMs
  if (!auth.settings.reauthenticateForPassword || isFresh) return
  throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
}

async function redeemNonce(auth: Auth, user: UserRow, nonce: string): Promise<void> {
  const address = provenAddress(user)
  const code = nonce.replace(/[\s-]/g, '')
  const redeem = async (tx: AuthTransaction) => {
    if (address === null) return false
    const text = 'email' in address ? address.email : address.phone
    const token = await findByCode(auth, tx, ['reauthentication_token'], text, code)
    if (token === null || token.user_id !== user.id) return false

    await consumeToken(tx, token)
    return true
  }

  const isRight = await auth.limits.guess(
    'code',
    user.id,
    () => auth.db.transaction(redeem),
    (right) => !right,
  )
  if (isRight) return
  throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}
