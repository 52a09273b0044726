import { useQuery } from '@tanstack/react-query'
import { type ProviderId, providerNames } from '../../lib/provider-names.ts'
import { lacksSecondFactor } from './assurance.ts'
import { auth } from './auth-client.ts'
import { sentenceOfAccount } from './auth-failure.ts'
import type { Policies } from './policy-note.tsx'
import { readServiceSettings } from './service-settings.ts'

export type Provider = { id: ProviderId; name: string }

export const providers: Provider[] = (Object.keys(providerNames) as ProviderId[]).map((id) => ({
  id,
  name: providerNames[id],
}))

const alwaysShown: ReadonlySet<ProviderId> = new Set(['google', 'apple'])

/** What the operator has set up: the providers, whether people may link them to their accounts, and what there is to agree to. */
export type Configured = {
  providers: ReadonlySet<ProviderId>
  linking: boolean
  /** null while it is not known. */
  policies: Policies | null
}

const nothing: Configured = { providers: new Set(), linking: false, policies: null }

/** Unknown counts as nothing: the form beside the buttons works anyhow. */
export function useConfiguredProviders(): Configured {
  const settings = useQuery({ queryKey: ['auth', 'providers'], queryFn: readConfigured, staleTime: 300_000 })
  return settings.data ?? nothing
}

/** The providers whose buttons stand on the log-in page, those that are not set up yet among them. */
export function shownProviders(configured: Configured): Provider[] {
  return providers.filter(({ id }) => alwaysShown.has(id) || configured.providers.has(id))
}

async function readConfigured(): Promise<Configured> {
  const { external, manual_linking_enabled: linking, privacy_url, terms_url } = await readServiceSettings()
  const ids = providers.map(({ id }) => id).filter((id) => external[id] === true)
  return {
    providers: new Set(ids),
    linking: linking === true,
    policies: { privacy: privacy_url ?? null, terms: terms_url ?? null },
  }
}

/** Leaves for the provider's own page. Resolves with the sentence to show when that could not even begin. */
export async function leaveFor(provider: ProviderId, why: 'log-in' | 'link'): Promise<string | null> {
  const redirectTo = `${window.location.origin}/auth/return?for=${why}`
  const { error } = await auth.comingBackWithCode(() =>
    why === 'link'
      ? auth.linkIdentity({ provider, options: { redirectTo } })
      : auth.signInWithOAuth({ provider, options: { redirectTo } }),
  )
  return error === null ? null : sentenceOfAccount(error)
}

export type Arrival = { problem: string | null; isComplete: boolean }

/**
 * Exchanges the code that a provider's page led back with for a session; a code is good once. `problem` is the
 * sentence to show when it was refused; `isComplete` is false while a second factor is still to come.
 */
export async function arrive(code: string): Promise<Arrival> {
  const { data, error } = await auth.exchangeCodeForSession(code)
  if (error !== null) return { problem: sentenceOfAccount(error), isComplete: false }
  return { problem: null, isComplete: !lacksSecondFactor(data.session) }
}
