import type { Context } from 'hono'
import type { Claims } from '../db/actor.ts'
import type { Services } from '../services.ts'
import { bearerTokenIn } from './bearer-token.ts'

/** The claims of the request's access token; null if there is none, or if it is not ours or has expired. */
export async function readClaims(
  c: Context,
  services: Pick<Services, 'verifyAccessToken'>,
): Promise<Claims | null> {
  const token = bearerTokenIn(c.req.header('authorization'))
  return token === undefined ? null : services.verifyAccessToken(token)
}
