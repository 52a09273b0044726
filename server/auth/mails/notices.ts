import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import type { NoticeKind } from './letters.ts'

/** Tells the owner of an account what is done to it, in the transaction that does it; silent without an address. */
export async function notify(
  auth: Pick<Auth, 'mailer'>,
  tx: AuthTransaction,
  kind: NoticeKind,
  to: string | null,
): Promise<void> {
  if (to !== null) await auth.mailer.notice(tx, { to, kind })
}
