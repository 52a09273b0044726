import { AuthError } from '../errors.ts'
import { clientOf } from '../http/client.ts'
import type { Endpoint } from './endpoint.ts'

/** POST /sso: SAML is not offered, and clients are told so in GoTrue's words. */
export const sso: Endpoint = async (c, auth) => {
  await auth.limits.consume('sso', clientOf(c, auth))
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}
