import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import type { Pkce } from '../http/pkce.ts'
import { createToken, type TokenType } from './one-time-tokens.ts'
import type { UserRow } from './users.ts'

/**
 * Records the requested new address and queues the mails that ask to confirm it: always to the new address, and also to the current
 * one if both have to confirm and the current one has been confirmed itself.
 */
export async function requestEmailChange(
  auth: Auth,
  tx: AuthTransaction,
  user: UserRow,
  newEmail: string,
  { redirectTo, pkce }: { redirectTo: string; pkce: Pkce | null },
): Promise<void> {
  await tx.run(
    'update auth.users set email_change = $2, email_change_sent_at = now(), updated_at = now() where id = $1',
    [user.id, newEmail],
  )
  await endEmailChangeMails(tx, user.id)

  const receivers: { to: string; type: TokenType }[] = [{ to: newEmail, type: 'email_change_token_new' }]
  if (auth.settings.secureEmailChange && user.email !== null && user.email_confirmed_at !== null) {
    receivers.push({ to: user.email, type: 'email_change_token_current' })
  }

  for (const { to, type } of receivers) {
    const secrets = await createToken(auth, tx, { userId: user.id, type, address: to, pkce })
    const mail = { ...secrets, to, newEmail, redirectTo }
    if (type === 'email_change_token_new') await auth.mailer.emailChangeToNew(tx, mail)
    else await auth.mailer.emailChangeToCurrent(tx, mail)
  }
}

/** Withdraws a requested change: the address stays, and the mailed links and codes of the change stop working. */
export async function withdrawEmailChange(tx: AuthTransaction, userId: string): Promise<void> {
  await tx.run('update auth.users set email_change = null, updated_at = now() where id = $1', [userId])
  await endEmailChangeMails(tx, userId)
}

/** Ends the mailed links and codes of a requested change. A change to another address needs confirmations of its own. */
export async function endEmailChangeMails(tx: AuthTransaction, userId: string): Promise<void> {
  await tx.run(
    `delete from auth.one_time_tokens where user_id = $1
       and token_type in ('email_change_token_new', 'email_change_token_current')`,
    [userId],
  )
}
