import type { FoundIdentity } from '../accounts/identities.ts'
import { AuthError } from '../errors.ts'
import type { ProviderSettings } from './provider-settings.ts'

/** The secrets that tie a provider's answer to the flow that was begun; stored encrypted while the person is at the provider. */
export type Ties = { verifier: string; nonce: string }

export type Provider = {
  name: string
  settings: ProviderSettings
  /** The address to redirect the browser to; `state` identifies the flow when it comes back. */
  authorizationUrl(way: Ties & { state: string; scopes: string[]; extra: URLSearchParams }): Promise<URL>
  /**
   * Exchanges the provider's answer for the person's identity.
   * @throws AuthError bad_oauth_callback, unexpected_failure
   */
  finish(answer: URLSearchParams, ties: Ties & { state: string }): Promise<Vouched>
  /** Absent when the provider issues no ID tokens. */
  verifyIdToken?(idToken: string, given: { nonce: string; accessToken: string }): Promise<FoundIdentity>
  /** The issuer that its ID tokens name. */
  issuer?: string
}

export type Vouched = {
  identity: FoundIdentity
  tokens: { accessToken: string; refreshToken: string | null }
}

/** Requires a mail address, without which the person could not be notified, unless the operator has made it optional. */
export function assertEmail(identity: FoundIdentity, { emailOptional }: ProviderSettings): void {
  if (identity.emails.length > 0 || emailOptional) return
  throw new AuthError(422, 'validation_failed', 'Error getting user email from external provider')
}

/**
 * Query parameters that are not passed on from the link to the provider, because only we may set them. Compared in lower case.
 */
const reserved = new Set([
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'scope',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'request',
  'request_uri',
  'registration',
  'id_token_hint',
  'grant_type',
  'code',
  // Parameters of our own API.
  'provider',
  'scopes',
  'redirect_to',
  'skip_http_redirect',
  'invite_token',
  'apikey',
])

/** The parameters of the request that are passed on to the provider, such as `prompt` or `login_hint`. */
export function passedOn(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !reserved.has(name.trim().toLowerCase())))
}
