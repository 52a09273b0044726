import { useQuery } from '@tanstack/react-query'
import { freeName } from '#contract/free-name.ts'
import { serviceSettings } from '../../../lib/service-settings.ts'
import { auth } from '../auth-client.ts'
import { sentenceOfAccount } from '../auth-failure.ts'
import { endOf } from '../second-factor/phone-number.ts'
import { type PhoneFactor, type Sent, sendMessage } from '../second-factor/second-factor.ts'

/** Whether the operator has set up text messages; undefined until it is known, false if it cannot be found out. */
export function useOffersPhones(): boolean | undefined {
  const offered = useQuery({ ...serviceSettings, select: (settings) => settings.mfa_phone_enabled === true })
  // The last known answer is kept during a refetch, so that the rows stay and a dialog open over them is not closed.
  return offered.data ?? (offered.failureCount > 0 || offered.isFetched ? false : undefined)
}

/** A phone to which the first code has been sent; it counts once that code is typed. */
export type NewPhone = { factorId: string; number: string; begunAt: number; sent: Sent }

/** Begins the enrolment of a phone and has the first code sent to it; removes earlier enrolments that were never confirmed. */
export async function beginPhone(number: string): Promise<NewPhone | { problem: string }> {
  const { data: known } = await auth.mfa.listFactors()
  const phones = known?.all.filter(({ factor_type: type }) => type === 'phone') ?? []
  const leftOver = phones.filter(({ status }) => status !== 'verified')
  for (const { id } of leftOver) await auth.mfa.unenroll({ factorId: id })

  const taken = known?.all.map(({ friendly_name: name }) => name) ?? []
  // A default name that tells which phone it is; the owner can change it.
  const friendlyName = freeName(`Phone ending in ${endOf(number)}`, taken)
  const { data, error } = await auth.mfa.enroll({ factorType: 'phone', phone: number, friendlyName })
  if (error !== null) return { problem: sentenceOfAccount(error) }

  const { sent, problem } = await sendMessage(data.id)
  if (sent !== null) return { factorId: data.id, number, begunAt: sent.at, sent }
  await auth.mfa.unenroll({ factorId: data.id })
  return { problem }
}

export const nameOfPhone = ({ friendly_name: name, phone = '' }: PhoneFactor): string =>
  name || `Phone ending in ${endOf(phone)}`
