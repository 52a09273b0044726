import type { EmailOtpType } from '@supabase/auth-js'
import { auth } from './auth-client.ts'
import { sentenceOfAccount } from './auth-failure.ts'

export type Redeemed = {
  /** The sentence to show if the token was refused; null otherwise. */
  problem: string | null
  /** The link can never work again: it has been used, or has expired. */
  isWornOut: boolean
  /** False for some accepted tokens, too: an address change has to be confirmed at both addresses. */
  signedIn: boolean
}

/** Redeems the one-time token of a mailed link. */
export async function redeemToken(tokenHash: string, type: EmailOtpType): Promise<Redeemed> {
  const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type })
  if (error === null) return { problem: null, isWornOut: false, signedIn: data.session !== null }

  return { problem: sentenceOfAccount(error), isWornOut: error.code === 'otp_expired', signedIn: false }
}
