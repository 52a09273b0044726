import { z } from 'zod'
import { type RedeemedCode, takeCode } from '../accounts/flow-states.ts'
import { assertLinkable, linkIdentity } from '../accounts/link-identity.ts'
import { lockSession } from '../accounts/raise-session.ts'
import { continueSession, openSession, type TokenResponse } from '../accounts/sessions.ts'
import { withIdentityRace } from '../accounts/sign-in-with-identity.ts'
import { isBanned, reloadUser } from '../accounts/users.ts'
import { AuthError, refusalIn, validationFailed } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { clientOf } from '../http/client.ts'
import { isVerifierOf } from '../http/pkce.ts'
import { type Endpoint, sendTokens } from './endpoint.ts'

const bodySchema = z.object({ auth_code: z.string().default(''), code_verifier: z.string().default('') })

/**
 * POST /token?grant_type=pkce: exchanges the code from a redirect for a session, which for a linked identity is the one that linking
 * began in. The code is consumed whatever the response is, so that verifiers cannot be tried out on it.
 */
export const pkceGrant: Endpoint = async (c, auth) => {
  const client = clientOf(c, auth)
  await auth.limits.consume('token', client)

  const body = await readBody(c, bodySchema)
  if (body.auth_code === '' || body.code_verifier === '') {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
  }

  const outcome = await withIdentityRace(auth, async (tx): Promise<TokenResponse | AuthError> => {
    const code = await takeCode(auth, tx, body.auth_code)
    const refusal = refusalOf(code, body.code_verifier)
    // Returned, not thrown, so that the deletion of the code is committed.
    if (code === null || refusal !== null) return refusal ?? notFound()

    const user = await reloadUser(tx, code.userId)
    if (isBanned(user)) return new AuthError(400, 'user_banned', 'User is banned')

    const { adds } = code.waiting
    if (adds !== undefined) {
      const refused = await assertLinkable(tx, user.id, adds).then(() => null, refusalIn)
      if (refused !== null) return refused
      await linkIdentity(tx, user.id, adds, client)
    }

    const { authentication_method: way, provider, linking_session_id: began } = code.flow
    if (adds !== undefined && began !== null) {
      const session = await lockSession(tx, user.id, began)
      return withProviderTokens(await continueSession(auth, tx, session), code)
    }
    if (way !== 'oauth') return openSession(auth, tx, user.id, way, client)

    const session = await openSession(auth, tx, user.id, { method: way, provider }, client)
    return withProviderTokens(session, code)
  })
  if (outcome instanceof AuthError) throw outcome
  return sendTokens(c, outcome)
}

function refusalOf(code: RedeemedCode | null, verifier: string): AuthError | null {
  if (code === null) return notFound()
  if (code.isExpired)
    return new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')

  const { code_challenge: challenge, code_challenge_method: method } = code.flow
  if (challenge !== null && method !== null && isVerifierOf(verifier, { challenge, method })) return null
  return new AuthError(
    400,
    'bad_code_verifier',
    'code challenge does not match previously saved code verifier',
  )
}

function withProviderTokens(session: TokenResponse, { waiting }: RedeemedCode): TokenResponse {
  const { accessToken, refreshToken } = waiting
  const refresh = refreshToken === null ? {} : { provider_refresh_token: refreshToken }
  return { ...session, body: { ...session.body, provider_token: accessToken, ...refresh } }
}

function notFound(): AuthError {
  return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
}
