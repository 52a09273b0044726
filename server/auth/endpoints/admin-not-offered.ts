import { AuthError } from '../errors.ts'
import { requireAdmin } from '../http/admin.ts'
import type { Endpoint } from './endpoint.ts'

/* Calls for features that this service does not have; they are refused as GoTrue refuses them when the feature is switched off. */

/** GET /admin/users/{id}/passkeys, DELETE …/{passkey_id}: here, authenticators serve only as second factors. */
export const passkeys: Endpoint = async (c, auth) => {
  await requireAdmin(c, auth)
  throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled')
}

/** /admin/oauth/clients: this service is not an OAuth provider for other applications. */
export const oauthClients: Endpoint = async (c, auth) => {
  await requireAdmin(c, auth)
  throw new AuthError(404, 'feature_disabled', 'OAuth server is disabled')
}
