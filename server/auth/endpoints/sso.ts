import { AuthError } from '../errors.ts'
import { clientOf } from '../http/client.ts'
import type { Endpoint } from './endpoint.ts'

/** POST /sso: SAML is not supported; the error is the one that GoTrue gives when it is switched off. */
export const sso: Endpoint = async (c, auth) => {
  await auth.limits.consume('sso', clientOf(c, auth))
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}
