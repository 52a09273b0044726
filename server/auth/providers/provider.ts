import type { FoundIdentity } from '../accounts/identities.ts'
import { AuthError } from '../errors.ts'
import type { ProviderSettings } from './provider-settings.ts'

/** What ties the provider's answer to the one who was sent there; kept sealed meanwhile. */
export type Ties = { verifier: string; nonce: string }

export type Provider = {
  name: string
  settings: ProviderSettings
  /** Where to send somebody; `state` names the way back. */
  authorizationUrl(way: Ties & { state: string; scopes: string[]; extra: URLSearchParams }): Promise<URL>
  /**
   * Exchanges the provider's answer for who somebody is.
   * @throws AuthError bad_oauth_callback, unexpected_failure
   */
  finish(answer: URLSearchParams, ties: Ties & { state: string }): Promise<Vouched>
  /** Absent where the provider gives no ID tokens. */
  verifyIdToken?(idToken: string, given: { nonce: string; accessToken: string }): Promise<FoundIdentity>
  /** The issuer its ID tokens name. */
  issuer?: string
}

export type Vouched = {
  identity: FoundIdentity
  tokens: { accessToken: string; refreshToken: string | null }
}

/** Without an address nobody could be told anything; operators may allow it all the same. */
export function assertEmail(identity: FoundIdentity, { emailOptional }: ProviderSettings): void {
  if (identity.emails.length > 0 || emailOptional) return
  throw new AuthError(422, 'validation_failed', 'Error getting user email from external provider')
}

/** Not told to the provider by whoever wrote the link: they are ours to set. Compared in small letters. */
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
  // Addressed to us.
  'provider',
  'scopes',
  'redirect_to',
  'skip_http_redirect',
  'invite_token',
  'apikey',
])

/** The request's own parameters that the provider is to see, such as `prompt` or `login_hint`. */
export function passedOn(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !reserved.has(name.trim().toLowerCase())))
}
