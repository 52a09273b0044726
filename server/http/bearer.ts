import type { Context } from 'hono'
import type { Claims } from '../db/actor.ts'
import type { Services } from '../services.ts'
import { bearerTokenIn } from './bearer-token.ts'

/** The claims of the request's access token; null without one, or with one that is not ours or has run out. */
export async function readClaims(
  c: Context,
  services: Pick<Services, 'verifyAccessToken'>,
): Promise<Claims | null> {
  const token = bearerTokenIn(c.req.header('authorization'))
  return token === undefined ? null : services.verifyAccessToken(token)
}
