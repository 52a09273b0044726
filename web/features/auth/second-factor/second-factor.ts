import type { Factor, User } from '@supabase/auth-js'
import { deviceMs } from '../../../lib/clock.ts'
import { verifiedFactorsOf } from '../assurance.ts'
import { auth } from '../auth-client.ts'
import { sentenceOfAccount } from '../auth-failure.ts'

/** The service says a phone's number, which the stock client's type leaves out. */
export type PhoneFactor = Factor & { phone?: string }

/** What somebody can prove themselves with, besides their password. */
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

/** Everything but the recovery codes, which go by themselves with the last of these. */
export const withoutCodes = ({ app, keys, phones }: SecondFactors): Factor[] => [
  ...(app ? [app] : []),
  ...phones,
  ...keys,
]

type Refused = { error: (Error & { code?: string | undefined }) | null }

/** Proves the app by the code it shows. Resolves with the sentence to show when it was refused, else null. */
export const proveByCode = (factorId: string, code: string) =>
  problemOf(() => auth.mfa.challengeAndVerify({ factorId, code }))

/** A message that is on its way; `at` is the moment by this device's clock. */
export type Sent = { challengeId: string; at: number }

export type SentMessage = { sent: Sent; problem: null } | { sent: null; problem: string }

/** Has a code sent to the phone; `proveByMessage` takes it. */
export async function sendMessage(factorId: string): Promise<SentMessage> {
  const { data, error } = await auth.mfa.challenge({ factorId, channel: 'sms' })
  return error === null
    ? { sent: { challengeId: data.id, at: deviceMs() }, problem: null }
    : { sent: null, problem: sentenceOfAccount(error) }
}

/** Proves the phone by the code that was sent to it. */
export const proveByMessage = (factorId: string, challengeId: string, code: string) =>
  problemOf(() => auth.mfa.verify({ factorId, challengeId, code }))

/** Proves by one of the codes on paper; it is used up by that. */
export const proveByRecoveryCode = (code: string) => problemOf(() => auth.mfa.recoveryCodes.verify({ code }))

/** Proves by a security key or passkey; the browser asks for it. */
export const proveByKey = (factorId: string) => problemOf(() => auth.mfa.webauthn.authenticate({ factorId }))

async function problemOf(attempt: () => Promise<Refused>): Promise<string | null> {
  const { error } = await attempt()
  return error === null ? null : sentenceOfAccount(error)
}
