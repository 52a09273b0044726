import type { EmailOtpType } from '@supabase/auth-js'
import { auth } from './auth-client.ts'
import { sentenceOfAuth } from './auth-failure.ts'

/**
 * Redeems the one-time token of a mailed link. `problem` is the sentence to show when it was refused. An accepted
 * token need not sign in: an address change asks both addresses.
 */
export async function redeemToken(
  tokenHash: string,
  type: EmailOtpType,
): Promise<{ problem: string | null; signedIn: boolean }> {
  const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type })
  if (error === null) return { problem: null, signedIn: data.session !== null }

  const worn = error.code === 'otp_expired'
  return {
    problem: worn ? 'This link has been used already, or it is too old.' : sentenceOfAuth(error),
    signedIn: false,
  }
}
