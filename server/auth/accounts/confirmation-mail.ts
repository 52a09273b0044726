import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import type { Pkce } from '../http/pkce.ts'
import type { MailSecrets } from '../secrets.ts'
import { isContested } from './contested-addresses.ts'
import { createToken } from './one-time-tokens.ts'
import type { UserRow } from './users.ts'

/** The page that a mailed link leads to in the end, and the challenge for exchanging a code there (null: implicit flow). */
export type MailWay = { redirectTo: string; pkce: Pkce | null }

/** Makes the token that confirms the address of an unconfirmed account. */
async function confirmationToken(
  auth: Auth,
  tx: AuthTransaction,
  user: Pick<UserRow, 'id' | 'email'>,
  pkce: Pkce | null,
): Promise<MailSecrets> {
  await tx.run('update auth.users set confirmation_sent_at = now() where id = $1', [user.id])
  return createToken(auth, tx, {
    userId: user.id,
    type: 'confirmation_token',
    address: user.email ?? '',
    pkce,
  })
}

/** Sends an unconfirmed account's address the mail by which its owner confirms it. */
export async function mailConfirmation(
  auth: Auth,
  tx: AuthTransaction,
  user: Pick<UserRow, 'id' | 'email'>,
  { redirectTo, pkce }: MailWay,
): Promise<void> {
  const secrets = await confirmationToken(auth, tx, user, pkce)
  await sendConfirmation(auth, tx, user, { redirectTo, ...secrets })
}

/** Queues the mail for a token that was made before. */
async function sendConfirmation(
  { mailer }: Auth,
  tx: AuthTransaction,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  mail: MailSecrets & { redirectTo: string },
): Promise<void> {
  const letter = { to: email ?? '', ...mail }
  await ((await isContested(tx, id)) ? mailer.contested(tx, letter) : mailer.confirmation(tx, letter))
}
