import type { EmailOtpType } from '@supabase/auth-js'
import { auth } from './auth-client.ts'
import { sentenceOfAccount } from './auth-failure.ts'
import { hasPassword } from './has-password.ts'

export type Redeemed = {
  /** The sentence to show if the token was refused; null otherwise. */
  problem: string | null
  /** The link can never work again: it has been used, or has expired. */
  isWornOut: boolean
  /** False for some accepted tokens, too: an address change has to be confirmed at both addresses. */
  signedIn: boolean
  /** False where nobody could log in with a password later: none was ever chosen, or it was dropped (docs/decisions/084). */
  hasPassword: boolean
}

/** Redeems the one-time token of a mailed link. */
export async function redeemToken(tokenHash: string, type: EmailOtpType): Promise<Redeemed> {
  const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type })
  if (error !== null) {
    const isWornOut = error.code === 'otp_expired'
    return { problem: sentenceOfAccount(error), isWornOut, signedIn: false, hasPassword: true }
  }
  const { session, user } = data
  return {
    problem: null,
    isWornOut: false,
    signedIn: session !== null,
    hasPassword: user === null || hasPassword(user),
  }
}
