import type { AuthSettings } from '../settings.ts'
import { entryOf } from './catalogue.ts'
import type { Provider } from './provider.ts'

/** The providers that the operator has configured, by name. Most operators have none, so the client code is loaded only if needed. */
export async function createProviders({
  providers,
  externalUrl,
}: AuthSettings): Promise<Map<string, Provider>> {
  const made = new Map<string, Provider>()
  if (Object.keys(providers).length === 0) return made

  const [{ createOAuthProvider }, { createOidcProvider }] = await Promise.all([
    import('./oauth2.ts'),
    import('./oidc.ts'),
  ])
  for (const [name, settings] of Object.entries(providers)) {
    const entry = entryOf(name)
    const redirectUri = settings.redirectUri ?? `${externalUrl}/callback`
    if (entry?.kind === 'oidc') made.set(name, createOidcProvider(name, entry, settings, redirectUri))
    if (entry?.kind === 'oauth') made.set(name, createOAuthProvider(name, entry, settings, redirectUri))
  }
  return made
}
