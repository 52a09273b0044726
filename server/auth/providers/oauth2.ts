import * as client from 'openid-client'
import { AuthError } from '../errors.ts'
import type { OAuthEntry } from './catalogue.ts'
import { answeredUrl, describe, exchangeFailed } from './connection.ts'
import type { AskProvider } from './profiles.ts'
import { assertEmail, type Provider } from './provider.ts'
import type { ProviderSettings } from './provider-settings.ts'

/** A provider that supports only OAuth 2: the person's identity comes from the provider's own API. */
export function createOAuthProvider(
  name: string,
  entry: OAuthEntry,
  settings: ProviderSettings,
  redirectUri: string,
): Provider {
  const site = settings.url ?? entry.site
  const paths = { authorize: entry.authorizePath, token: entry.tokenPath }
  const configuration = describe(site, paths, settings.clientId[0] ?? '', settings.secret)

  return {
    name,
    settings,
    async authorizationUrl({ state, verifier, scopes, extra }) {
      return client.buildAuthorizationUrl(configuration, {
        ...Object.fromEntries(extra),
        redirect_uri: redirectUri,
        scope: [...new Set([...entry.scopes, ...scopes])].join(' '),
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
    },

    async finish(answer, { state, verifier }) {
      const tokens = await client
        .authorizationCodeGrant(configuration, answeredUrl(redirectUri, answer), {
          expectedState: state,
          pkceCodeVerifier: verifier,
        })
        .catch((error: unknown) => {
          throw exchangeFailed(error)
        })

      const ask = askWith(configuration, tokens.access_token)
      const identity = { provider: name, ...(await entry.readProfile(ask, site).catch(profileFailed)) }
      assertEmail(identity, settings)
      return {
        identity,
        tokens: { accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? null },
      }
    },
  }
}

function askWith(configuration: client.Configuration, accessToken: string): AskProvider {
  return async (address) => {
    const headers = new Headers({ accept: 'application/json', 'user-agent': 'kinora' })
    const response = await client.fetchProtectedResource(
      configuration,
      accessToken,
      new URL(address),
      'GET',
      undefined,
      headers,
    )
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    return response.json()
  }
}

function profileFailed(error: unknown): never {
  const failure = new AuthError(
    400,
    'bad_oauth_callback',
    'Error getting user profile from external provider',
  )
  failure.cause = error
  throw failure
}
