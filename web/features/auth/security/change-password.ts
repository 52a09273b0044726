import { auth } from '../auth-client.ts'
import { sentenceOfAccount } from '../auth-failure.ts'
import type { passwordSetter } from '../set-password.ts'

export type PasswordChange = { current: string; next: string; nonce: string }
export type PasswordOutcome = { is: 'changed' } | { is: 'code mailed' } | { is: 'refused'; problem: string }

/**
 * Changes the password. If the service demands more than the current password, it mails a code,
 * and this is called again with that code as `nonce`. If it demands the second factor again, the
 * renewed token says so, and `RequireSession` asks for it.
 */
export async function changePassword(
  setPassword: ReturnType<typeof passwordSetter>,
  { current, next, nonce }: PasswordChange,
): Promise<PasswordOutcome> {
  const error = await setPassword({
    password: next,
    ...(current === '' ? {} : { current_password: current }),
    ...(nonce === '' ? {} : { nonce }),
  })
  if (error === null) return { is: 'changed' }

  if (error.code === 'reauthentication_needed') {
    const { error: unsent } = await auth.reauthenticate()
    return unsent === null ? { is: 'code mailed' } : { is: 'refused', problem: sentenceOfAccount(unsent) }
  }
  if (error.code === 'insufficient_aal') await auth.refreshSession()
  return { is: 'refused', problem: sentenceOfAccount(error) }
}
