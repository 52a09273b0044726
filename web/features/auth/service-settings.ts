import { inTime } from '../../lib/in-time.ts'
import type { ProviderId } from '../../lib/provider-names.ts'
import { answerIn } from '../../lib/refusal.ts'

/** What the account service says of itself, as far as a page asks. */
export type ServiceSettings = {
  external: Partial<Record<ProviderId, boolean>>
  manual_linking_enabled?: boolean
  mfa_phone_enabled?: boolean
  privacy_url?: string | null
  terms_url?: string | null
}

/** @throws Refusal, or what a broken line throws */
export async function readServiceSettings(): Promise<ServiceSettings> {
  const answer = await inTime(null, (signal) =>
    fetch(`${window.location.origin}/auth/v1/settings`, { signal }),
  )
  return (await answerIn(answer)) as ServiceSettings
}
