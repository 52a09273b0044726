import { useQuery } from '@tanstack/react-query'
import { lacksSecondFactor } from './assurance.ts'
import { auth } from './auth-client.ts'
import { sentenceOfAccount } from './auth-failure.ts'

/** The other ways in that Kinora shows, as the service names them and as people know them. */
export const providers = [
  { id: 'google', name: 'Google' },
  { id: 'apple', name: 'iCloud' },
] as const

export type Provider = (typeof providers)[number]
export type ProviderId = Provider['id']

/** What the operator has set up: each provider, and whether people may link them to their accounts. */
export type Configured = Record<ProviderId, boolean> & { linking: boolean }

const nothing: Configured = { google: false, apple: false, linking: false }

/** Which of them whoever runs this Kinora has set up. Unknown counts as none: the form beside them works anyhow. */
export function useConfiguredProviders(): Configured {
  const settings = useQuery({ queryKey: ['auth', 'providers'], queryFn: readConfigured, staleTime: 300_000 })
  return settings.data ?? nothing
}

type Settings = { external: Partial<Record<ProviderId, boolean>>; manual_linking_enabled?: boolean }

async function readConfigured(): Promise<Configured> {
  const answer = await fetch(`${window.location.origin}/auth/v1/settings`)
  if (!answer.ok) throw new Error(`settings answered ${answer.status}`)
  const { external, manual_linking_enabled: linking } = (await answer.json()) as Settings
  return { google: external.google === true, apple: external.apple === true, linking: linking === true }
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
