import { inTime } from '../../lib/in-time.ts'
import type { ProviderId } from '../../lib/provider-names.ts'
import { answerIn } from '../../lib/refusal.ts'

/** The public settings of the accounts service, as far as the pages need them. */
export type ServiceSettings = {
  external: Partial<Record<ProviderId, boolean>>
  manual_linking_enabled?: boolean
  mfa_phone_enabled?: boolean
  privacy_url?: string | null
  terms_url?: string | null
}

/** @throws Refusal if the service refuses, or the error of a failed connection */
export async function readServiceSettings(): Promise<ServiceSettings> {
  const answer = await inTime(null, (signal) =>
    fetch(`${window.location.origin}/auth/v1/settings`, { signal }),
  )
  return (await answerIn(answer)) as ServiceSettings
}
