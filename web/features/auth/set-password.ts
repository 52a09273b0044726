import { type AuthError, isAuthRetryableFetchError } from '@supabase/auth-js'
import { auth } from './auth-client.ts'

type NewPassword = { password: string; current_password?: string; nonce?: string }

/**
 * Sets passwords for one form, and resolves to the service's refusal, or null when the password is set. It remembers a try that got
 * no answer: if the service then says that this is the password already, that try has set it.
 */
export function passwordSetter(): (wanted: NewPassword) => Promise<AuthError | null> {
  let unanswered: string | null = null
  return async (wanted) => {
    const { error } = await auth.updateUser(wanted)
    if (error?.code === 'same_password' && wanted.password === unanswered) return null
    if (error !== null && isAuthRetryableFetchError(error)) unanswered = wanted.password
    return error
  }
}
