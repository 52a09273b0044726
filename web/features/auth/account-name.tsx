import { useSession } from './session.tsx'

/**
 * Whose password is being set, for the browser's password manager alone: without it the new password would be kept beside the
 * old one and the old one be filled in at the next log-in.
 */
export function AccountName() {
  const session = useSession()
  if (session.state !== 'in' || !session.user.email) return null
  return <input type="text" autoComplete="username" value={session.user.email} readOnly hidden />
}
