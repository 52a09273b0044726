import { z } from 'zod'
import { refreshSession } from '../accounts/refresh-session.ts'
import { AuthError, OAuthError, validationFailed } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { clientOf } from '../http/client.ts'
import { decodeRefreshToken } from '../refresh-tokens.ts'
import { type Endpoint, sendTokens } from './endpoint.ts'

const bodySchema = z.object({ refresh_token: z.string().default('') })

/** How long to wait for a session that another refresh has locked. */
const contentionMs = 5000

/**
 * POST /token?grant_type=refresh_token. Valid refreshes are never rate-limited, because a family shares one address and clients take
 * a 429 for the end of the session. Failed ones are limited per client address.
 */
export const refreshTokenGrant: Endpoint = async (c, auth) => {
  const client = clientOf(c, auth)
  try {
    const { refresh_token: text } = await readBody(c, bodySchema)
    if (text === '') throw new OAuthError('invalid_request', 'refresh_token required')

    const token = decodeRefreshToken(text)
    if (token === null) throw validationFailed('Refresh token is not valid')

    const giveUpAt = performance.now() + contentionMs
    while (performance.now() < giveUpAt) {
      const outcome = await refreshSession(auth, token, client)
      if (outcome === 'locked') {
        await new Promise((resolve) => setTimeout(resolve, 10 + Math.random() * 20))
        continue
      }
      if (outcome instanceof AuthError) throw outcome
      return sendTokens(c, outcome)
    }
  } catch (error) {
    const isRefusal = error instanceof OAuthError || (error instanceof AuthError && error.status < 500)
    if (isRefusal) await auth.limits.consume('token', client)
    throw error
  }

  throw new AuthError(409, 'conflict', 'Too many concurrent token refresh requests on the same session')
}
