import { z } from 'zod'
import { AuthError, validationFailed } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { clientOf } from '../http/client.ts'
import type { Endpoint } from './endpoint.ts'

const pkceSchema = z.object({ auth_code: z.string().default(''), code_verifier: z.string().default('') })
const idTokenSchema = z.object({
  provider: z.string().default(''),
  issuer: z.string().default(''),
  id_token: z.string().default(''),
})

/** No flow hands out codes on this instance, so none is known. */
export const pkceGrant: Endpoint = async (c, auth) => {
  await auth.limits.consume('token', clientOf(c, auth))
  const body = await readBody(c, pkceSchema)
  if (body.auth_code === '' || body.code_verifier === '') {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
  }
  throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
}

/** No identity provider is configured on this instance. */
export const idTokenGrant: Endpoint = async (c, auth) => {
  await auth.limits.consume('token', clientOf(c, auth))
  const body = await readBody(c, idTokenSchema)
  if (body.id_token === '') throw validationFailed('id_token required')
  if (body.provider === '' && body.issuer === '') {
    throw validationFailed('provider or client_id and issuer required')
  }
  throw new AuthError(
    400,
    'provider_disabled',
    `Provider (issuer "${body.issuer || body.provider}") is not enabled`,
  )
}
