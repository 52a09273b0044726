import { AuthError } from '../errors.ts'
import { requireAdmin } from '../http/admin.ts'
import type { Endpoint } from './endpoint.ts'

/** Calls for what this service does not do; operators are told so as GoTrue tells them where it is switched off. */

/** GET /admin/users/{id}/passkeys, DELETE …/{passkey_id}: authenticators are second factors here. */
export const passkeys: Endpoint = async (c, auth) => {
  await requireAdmin(c, auth)
  throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled')
}

/** /admin/oauth/clients: the service vouches for people to no other application. */
export const oauthClients: Endpoint = async (c, auth) => {
  await requireAdmin(c, auth)
  throw new AuthError(404, 'feature_disabled', 'OAuth server is disabled')
}
