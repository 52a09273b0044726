import type { EmailOtpType } from '@supabase/auth-js'
import { auth } from './auth-client.ts'
import { sentenceOfAccount } from './auth-failure.ts'

export type Redeemed = {
  /** The sentence to show when the token was refused. */
  problem: string | null
  /** Refused for good: the link was used already, or it is too old. */
  isWornOut: boolean
  /** An accepted token need not sign in: an address change asks both addresses. */
  signedIn: boolean
}

/** Redeems the one-time token of a mailed link. */
export async function redeemToken(tokenHash: string, type: EmailOtpType): Promise<Redeemed> {
  const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type })
  if (error === null) return { problem: null, isWornOut: false, signedIn: data.session !== null }

  return { problem: sentenceOfAccount(error), isWornOut: error.code === 'otp_expired', signedIn: false }
}
