import type { Factor, User } from '@supabase/auth-js'
import { pageAgeMs } from '../../../lib/clock.ts'
import { verifiedFactorsOf } from '../assurance.ts'
import { auth } from '../auth-client.ts'
import { sentenceOfAccount } from '../auth-failure.ts'

/** The service returns a phone's number, which the stock client's type omits. */
export type PhoneFactor = Factor & { phone?: string }

/** The second factors of a person. */
export type SecondFactors = {
  app: Factor | undefined
  keys: Factor[]
  phones: PhoneFactor[]
  hasRecoveryCodes: boolean
}

export function secondFactorsOf(user: Pick<User, 'factors'>): SecondFactors {
  const factors = verifiedFactorsOf(user)
  return {
    app: factors.find(({ factor_type: type }) => type === 'totp'),
    keys: factors.filter(({ factor_type: type }) => type === 'webauthn'),
    phones: factors.filter(({ factor_type: type }) => type === 'phone'),
    hasRecoveryCodes: factors.some(({ factor_type: type }) => type === 'recovery_code'),
  }
}

/** All factors but the recovery codes, which the service removes together with the last of these. */
export const withoutCodes = ({ app, keys, phones }: SecondFactors): Factor[] => [
  ...(app ? [app] : []),
  ...phones,
  ...keys,
]

type Refused = { error: (Error & { code?: string | undefined }) | null }

/** Verifies a code of the authenticator app. Resolves with the sentence to show if it was refused, else null. */
export const proveByCode = (factorId: string, code: string) =>
  problemOf(() => auth.mfa.challengeAndVerify({ factorId, code }))

/** A text message that has been sent; `at` is the age that this page had (`pageAgeMs`): the device's clock may be set meanwhile. */
export type Sent = { challengeId: string; at: number }

export type SentMessage = { sent: Sent; problem: null } | { sent: null; problem: string }

/** Has a code sent to the phone; `proveByMessage` verifies it. */
export async function sendMessage(factorId: string): Promise<SentMessage> {
  const { data, error } = await auth.mfa.challenge({ factorId, channel: 'sms' })
  return error === null
    ? { sent: { challengeId: data.id, at: pageAgeMs() }, problem: null }
    : { sent: null, problem: sentenceOfAccount(error) }
}

/** Verifies the code that was sent to the phone. */
export const proveByMessage = (factorId: string, challengeId: string, code: string) =>
  problemOf(() => auth.mfa.verify({ factorId, challengeId, code }))

/** Verifies a recovery code, which is used up by that. */
export const proveByRecoveryCode = (code: string) => problemOf(() => auth.mfa.recoveryCodes.verify({ code }))

/** Verifies a security key or passkey; the browser asks for it. */
export const proveByKey = (factorId: string) => problemOf(() => auth.mfa.webauthn.authenticate({ factorId }))

async function problemOf(attempt: () => Promise<Refused>): Promise<string | null> {
  const { error } = await attempt()
  return error === null ? null : sentenceOfAccount(error)
}
