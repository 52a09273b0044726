import type { User } from '@supabase/auth-js'

/**
 * Whether an account has a password. The field is our service's own, which the stock client's type omits; a session that was stored
 * before there was this field counts as one with a password until the account is read again.
 */
export function hasPassword(user: User & { has_password?: boolean }): boolean {
  return user.has_password !== false
}
