import * as client from 'openid-client'
import { boundedFetch } from '../../bounded-answer.ts'
import { AuthError } from '../errors.ts'

/** Our own requests time out after ten seconds, so a silent provider has to time out earlier for the failure to be reported. */
const timeoutSeconds = 6

/** Whether plain HTTP is allowed: only to the local machine, where tests and developers run providers. */
function isOnThisMachine(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Fetches an issuer's published metadata once; a failure is not cached, so the next call tries again. */
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

/** The configuration of a provider that publishes no metadata. */
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

/** The provider's answer as a callback URL, which is the form that the client library reads, whether it came as a form or a query. */
export function answeredUrl(redirectUri: string, answer: URLSearchParams): URL {
  const url = new URL(redirectUri)
  for (const name of ['code', 'state', 'iss', 'error', 'error_description']) {
    const value = answer.get(name)
    if (value !== null) url.searchParams.set(name, value)
  }
  return url
}

/** The error when an exchange with the provider fails: people see only that it failed; the cause is kept for the log. */
export function exchangeFailed(error: unknown): AuthError {
  const failure = new AuthError(400, 'bad_oauth_callback', 'Unable to exchange external code')
  failure.cause = error
  return failure
}
