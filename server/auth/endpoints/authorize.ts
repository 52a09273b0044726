import type { Context } from 'hono'
import { beginFlow, type Linking } from '../accounts/flow-states.ts'
import type { Auth } from '../auth-context.ts'
import { validationFailed } from '../errors.ts'
import { pkceOf } from '../http/pkce.ts'
import { redirectTarget } from '../http/redirects.ts'
import { entryOf } from '../providers/catalogue.ts'
import { type Provider, passedOn } from '../providers/provider.ts'
import type { Endpoint } from './endpoint.ts'

/** GET /authorize: redirects to the provider's log-in page. */
export const authorize: Endpoint = async (c, auth) => c.redirect(await wayToProvider(c, auth, null), 302)

/**
 * Begins a flow and returns the provider's address for it. `linking` is the person who adds the identity to their account, or null
 * for a sign-in.
 * @throws AuthError validation_failed
 */
export async function wayToProvider(c: Context, auth: Auth, linking: Linking | null): Promise<string> {
  const provider = providerOf(auth, c.req.query('provider') ?? '')
  const pkce = pkceOf({
    code_challenge: c.req.query('code_challenge') ?? '',
    code_challenge_method: c.req.query('code_challenge_method') ?? '',
  })

  const { randomNonce, randomPKCECodeVerifier } = await import('openid-client')
  const ties = { verifier: randomPKCECodeVerifier(), nonce: randomNonce() }
  const redirectTo = redirectTarget(c, auth)
  const state = await beginFlow(auth, { provider: provider.name, redirectTo, pkce, linking, ties })

  const url = await provider.authorizationUrl({
    ...ties,
    state,
    scopes: (c.req.query('scopes') ?? '').split(/[\s,]+/).filter(Boolean),
    extra: passedOn(new URL(c.req.url).searchParams),
  })
  return url.href
}

function providerOf(auth: Auth, name: string): Provider {
  const provider = auth.providers.get(name)
  if (provider !== undefined) return provider

  const isKnown = entryOf(name) !== undefined
  throw validationFailed(
    `Unsupported provider: ${isKnown ? 'provider is not enabled' : `Provider ${name} could not be found`}`,
  )
}
