import { AuthError } from '../errors.ts'
import type { Endpoint } from './endpoint.ts'
import { idTokenGrant } from './token-id-token.ts'
import { passwordGrant } from './token-password.ts'
import { pkceGrant } from './token-pkce.ts'
import { refreshTokenGrant } from './token-refresh.ts'
import { web3Grant } from './token-web3.ts'

const grants: Record<string, Endpoint> = {
  password: passwordGrant,
  refresh_token: refreshTokenGrant,
  pkce: pkceGrant,
  id_token: idTokenGrant,
  web3: web3Grant,
}

/** POST /token?grant_type=… */
export const token: Endpoint = (c, auth) => {
  const name = c.req.query('grant_type') ?? ''
  const grant = Object.hasOwn(grants, name) ? grants[name] : undefined
  if (grant === undefined) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')

  return grant(c, auth)
}
