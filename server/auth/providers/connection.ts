import * as client from 'openid-client'
import { boundedFetch } from '../../bounded-answer.ts'
import { AuthError } from '../errors.ts'

/** Requests have ten seconds; a provider that does not answer must leave some of them for saying so. */
const timeoutSeconds = 6

/** Plain HTTP only to this very machine, where tests and developers run providers. */
function isOnThisMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Reads what an issuer publishes, once; a failed attempt is forgotten so that the next one tries again. */
export function discoverOnce(issuer: string, clientId: string, secret: string) {
  let found: Promise<client.Configuration> | undefined

  return (): Promise<client.Configuration> => {
    found ??= client
      .discovery(new URL(issuer), clientId, undefined, authenticationWith(secret), {
        execute: isOnThisMachine(issuer) ? [client.allowInsecureRequests] : [],
        timeout: timeoutSeconds,
        [client.customFetch]: boundedFetch,
      })
      .catch((error: unknown) => {
        found = undefined
        throw error
      })
    return found
  }
}

/** For a provider that publishes nothing about itself. */
export function describe(
  site: string,
  paths: { authorize: string; token: string },
  clientId: string,
  secret: string,
): client.Configuration {
  const configuration = new client.Configuration(
    { issuer: site, authorization_endpoint: site + paths.authorize, token_endpoint: site + paths.token },
    clientId,
    undefined,
    authenticationWith(secret),
  )
  if (isOnThisMachine(site)) client.allowInsecureRequests(configuration)
  configuration.timeout = timeoutSeconds
  configuration[client.customFetch] = boundedFetch
  return configuration
}

function authenticationWith(secret: string): client.ClientAuth {
  return secret === '' ? client.None() : client.ClientSecretPost(secret)
}

/** The provider's answer as the address it came to: what the client library reads, form or query alike. */
export function answeredUrl(redirectUri: string, answer: URLSearchParams): URL {
  const url = new URL(redirectUri)
  for (const name of ['code', 'state', 'iss', 'error', 'error_description']) {
    const value = answer.get(name)
    if (value !== null) url.searchParams.set(name, value)
  }
  return url
}

/** What went wrong between us and the provider is for the log; people learn that it did. */
export function exchangeFailed(error: unknown): AuthError {
  const failure = new AuthError(400, 'bad_oauth_callback', 'Unable to exchange external code')
  failure.cause = error
  return failure
}
