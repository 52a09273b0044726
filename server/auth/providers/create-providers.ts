import type { AuthSettings } from '../settings.ts'
import { entryOf } from './catalogue.ts'
import { createOAuthProvider } from './oauth2.ts'
import { createOidcProvider } from './oidc.ts'
import type { Provider } from './provider.ts'

/** By name, the providers that the operator has configured. */
export function createProviders({ providers, externalUrl }: AuthSettings): Map<string, Provider> {
  const made = new Map<string, Provider>()
  for (const [name, settings] of Object.entries(providers)) {
    const entry = entryOf(name)
    const redirectUri = settings.redirectUri ?? `${externalUrl}/callback`
    if (entry?.kind === 'oidc') made.set(name, createOidcProvider(name, entry, settings, redirectUri))
    if (entry?.kind === 'oauth') made.set(name, createOAuthProvider(name, entry, settings, redirectUri))
  }
  return made
}
