import type { Auth } from '../auth-context.ts'
import type { NoticeKind } from './letters.ts'

/** Tells the owner of an account what was done to it, behind the answer. */
export function notify(auth: Auth, kind: NoticeKind, to: string): void {
  auth.background.run('notice', () => auth.mailer.notice({ to, kind }))
}
