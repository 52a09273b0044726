import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { createToken, lifetimeOf, type TokenType } from './one-time-tokens.ts'

/**
 * Makes a six-digit code and queues it as a text message, in one transaction. The link token that is created along with every code
 * is sent to nobody, so it cannot be redeemed.
 */
export async function textCode(
  auth: Auth,
  tx: AuthTransaction,
  owner: { userId: string; type: TokenType; phone: string },
): Promise<void> {
  const { userId, type, phone } = owner
  const { code } = await createToken(auth, tx, { userId, type, address: phone })
  await auth.texter.sendCode(tx, {
    to: phone,
    code,
    goodUntil: new Date(Date.now() + lifetimeOf(auth, phone) * 1000),
    about: `${type}:${userId}`,
  })
}

/** Records the requested new phone. */
export async function notePhoneChange(tx: AuthTransaction, userId: string, phone: string): Promise<void> {
  await tx.run(
    'update auth.users set phone_change = $2, phone_change_sent_at = now(), updated_at = now() where id = $1',
    [userId, phone],
  )
}

/** Records the requested new phone and texts it the code that confirms it. */
export async function requestPhoneChange(
  auth: Auth,
  tx: AuthTransaction,
  userId: string,
  phone: string,
): Promise<void> {
  await notePhoneChange(tx, userId, phone)
  await textCode(auth, tx, { userId, type: 'phone_change_token', phone })
}

/** Withdraws a requested change: the phone stays, and the texted code of the change stops working. */
export async function withdrawPhoneChange(tx: AuthTransaction, userId: string): Promise<void> {
  await tx.run('update auth.users set phone_change = null, updated_at = now() where id = $1', [userId])
  await tx.run(`delete from auth.one_time_tokens where user_id = $1 and token_type = 'phone_change_token'`, [
    userId,
  ])
}
