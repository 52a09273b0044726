import type { Factor, User } from '@supabase/auth-js'
import { verifiedFactorsOf } from '../assurance.ts'
import { auth } from '../auth-client.ts'
import { sentenceOfAccount } from '../auth-failure.ts'

/** What somebody can prove themselves with, besides their password. */
export type SecondFactors = {
  app: Factor | undefined
  keys: Factor[]
  phone: Factor | undefined
  hasRecoveryCodes: boolean
}

export function secondFactorsOf(user: Pick<User, 'factors'>): SecondFactors {
  const factors = verifiedFactorsOf(user)
  return {
    app: factors.find(({ factor_type: type }) => type === 'totp'),
    keys: factors.filter(({ factor_type: type }) => type === 'webauthn'),
    phone: factors.find(({ factor_type: type }) => type === 'phone'),
    hasRecoveryCodes: factors.some(({ factor_type: type }) => type === 'recovery_code'),
  }
}

type Refused = { error: (Error & { code?: string | undefined }) | null }

/** Proves the app by the code it shows. Resolves with the sentence to show when it was refused, else null. */
export const proveByCode = (factorId: string, code: string) =>
  problemOf(() => auth.mfa.challengeAndVerify({ factorId, code }))

export type SentMessage = { challengeId: string; problem: null } | { challengeId: null; problem: string }

/** Has a code sent to the phone; `proveByMessage` takes it. */
export async function sendMessage(factorId: string): Promise<SentMessage> {
  const { data, error } = await auth.mfa.challenge({ factorId, channel: 'sms' })
  return error === null
    ? { challengeId: data.id, problem: null }
    : { challengeId: null, problem: sentenceOfAccount(error) }
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
