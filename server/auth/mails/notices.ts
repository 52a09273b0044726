import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import type { NoticeKind } from './letters.ts'

/** Queues a notice to the owner of an account, in the transaction that changes it; does nothing when there is no address. */
export async function notify(
  auth: Pick<Auth, 'mailer'>,
  tx: AuthTransaction,
  kind: NoticeKind,
  to: string | null,
): Promise<void> {
  if (to !== null) await auth.mailer.notice(tx, { to, kind })
}
