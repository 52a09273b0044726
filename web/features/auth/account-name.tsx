import { useSession } from './session.tsx'

/**
 * A hidden field that tells the browser's password manager whose password is being set. Without it the manager would store the
 * new password beside the old one, and fill in the old one at the next log-in.
 */
export function AccountName() {
  const session = useSession()
  if (session.state !== 'in' || !session.user.email) return null
  return <input type="text" autoComplete="username" value={session.user.email} readOnly hidden />
}
