import { AuthError, validationFailed } from '../errors.ts'
import { requireUser } from '../http/bearer.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Calls for what this instance does not offer. Each answers what GoTrue answers when the operator has not
 * configured it, so that stock clients show the right thing.
 */

export const sso: Endpoint = () => {
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}

export const authorize: Endpoint = (c) => {
  const provider = c.req.query('provider') ?? ''
  throw validationFailed(`Unsupported provider: Provider ${provider} could not be found`)
}

export const callback: Endpoint = () => {
  throw new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired')
}

export const linkIdentity: Endpoint = async (c, auth) => {
  await requireUser(c, auth)
  throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

export const unlinkIdentity = linkIdentity
