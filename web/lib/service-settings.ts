import { queryOptions, useQuery } from '@tanstack/react-query'
import { inTime } from './in-time.ts'
import type { ProviderId } from './provider-names.ts'
import { answerIn } from './refusal.ts'

/** The public settings of the accounts service, as far as the pages need them. */
export type ServiceSettings = {
  external: Partial<Record<ProviderId, boolean>>
  manual_linking_enabled?: boolean
  mfa_phone_enabled?: boolean
  sends_mail?: boolean
  privacy_url?: string | null
  terms_url?: string | null
  password_min_length?: number
}

/** Rejects with a Refusal if the service refuses, or with the error of a failed connection. */
export const serviceSettings = queryOptions({
  queryKey: ['auth', 'settings'],
  queryFn: async (): Promise<ServiceSettings> => {
    const answer = await inTime(null, (signal) =>
      fetch(`${window.location.origin}/auth/v1/settings`, { signal }),
    )
    return (await answerIn(answer)) as ServiceSettings
  },
  staleTime: 300_000,
})

/** Whether this Kinora's mails reach anybody by themselves; true until it is known. */
export function useSendsMail(): boolean {
  return useQuery(serviceSettings).data?.sends_mail !== false
}
