import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { type ProviderId, providerNames } from '../../lib/provider-names.ts'
import { type ServiceSettings, serviceSettings } from '../../lib/service-settings.ts'
import { lacksSecondFactor } from './assurance.ts'
import { auth } from './auth-client.ts'
import { sentenceOfAccount } from './auth-failure.ts'
import type { Policies } from './policy-note.tsx'

export type Provider = { id: ProviderId; name: string }

export const providers: Provider[] = (Object.keys(providerNames) as ProviderId[]).map((id) => ({
  id,
  name: providerNames[id],
}))

const alwaysShown: ReadonlySet<ProviderId> = new Set(['google', 'apple'])

/** What the operator has configured: the providers, whether people may link them to their accounts, and the policies. */
export type Configured = {
  providers: ReadonlySet<ProviderId>
  linking: boolean
  /** null until it is known. */
  policies: Policies | null
  /** How many characters a new password has to have. */
  passwordMin: number
}

const nothing: Configured = {
  providers: new Set(),
  linking: false,
  policies: null,
  passwordMin: limits.passwordMin,
}

/** While the settings are unknown, everything counts as not configured: the form beside the buttons works anyway. */
export function useConfiguredProviders(): Configured {
  return useQuery({ ...serviceSettings, select: configuredIn }).data ?? nothing
}

/** The providers shown on the log-in page, including those that are always shown although not set up. */
export function shownProviders(configured: Configured): Provider[] {
  return providers.filter(({ id }) => alwaysShown.has(id) || configured.providers.has(id))
}

function configuredIn(settings: ServiceSettings): Configured {
  const { external, manual_linking_enabled: linking, ...given } = settings
  const ids = providers.map(({ id }) => id).filter((id) => external[id] === true)
  return {
    providers: new Set(ids),
    linking: linking === true,
    policies: { privacy: given.privacy_url ?? null, terms: given.terms_url ?? null },
    passwordMin: given.password_min_length ?? limits.passwordMin,
  }
}

/** Redirects to the provider's own page. Resolves with the sentence to show if that could not even begin, else null. */
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
 * Exchanges the single-use code from a provider's redirect for a session. `problem` is the sentence to show if it was
 * refused; `isComplete` is false while a second factor is still required. `flow` names the visit, if the redirect did.
 */
export async function arrive(code: string, flow: string | null): Promise<Arrival> {
  const { data, error } = await auth.exchangeCodeForSession(code, flow === null ? {} : { flowId: flow })
  if (error !== null) return { problem: sentenceOfAccount(error), isComplete: false }
  return { problem: null, isComplete: !lacksSecondFactor(data.session) }
}
