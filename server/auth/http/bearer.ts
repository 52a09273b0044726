import type { Context } from 'hono'
import { z } from 'zod'
import { bearerTokenIn } from '../../http/bearer-token.ts'
import type { SessionRow } from '../accounts/sessions.ts'
import { assertNotBanned, findUserById, type UserRow } from '../accounts/users.ts'
import type { Auth } from '../auth-context.ts'
import { AuthError } from '../errors.ts'
import { InvalidAccessTokenError } from '../token-signatures.ts'

export type SignedIn = { user: UserRow; session: SessionRow }

/**
 * The person of the request's bearer token and the session, which must still be open.
 * @throws AuthError no_authorization, bad_jwt, user_not_found, session_not_found, user_banned (contract 1.1)
 */
export async function requireUser(c: Context, auth: Auth): Promise<SignedIn> {
  const claims = await verifiedClaims(auth, bearerToken(c))

  const { user, session } = await auth.db.transaction(async (tx) => ({
    user: await findUserById(tx, claims.sub),
    session: await tx.first<SessionRow>('select * from auth.sessions where id = $1 and user_id = $2', [
      claims.session_id,
      claims.sub,
    ]),
  }))

  if (user === null) {
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  }
  if (session === null) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  assertNotBanned(user)
  return { user, session }
}

/** The same for operations that anonymous accounts may not do. @throws AuthError 403 no_authorization for an anonymous account */
export async function requireNamedUser(c: Context, auth: Auth): Promise<SignedIn> {
  const signedIn = await requireUser(c, auth)
  if (!signedIn.user.is_anonymous) return signedIn

  throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
}

export function bearerToken(c: Context): string {
  const token = bearerTokenIn(c.req.header('authorization'))
  if (token !== undefined) return token

  throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
}

async function verifiedClaims(auth: Auth, token: string): Promise<{ sub: string; session_id: string }> {
  const claims = await auth.accessTokens.verify(token).catch(refusedJwt)
  if (z.uuid().safeParse(claims.sub).success) return claims
  throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
}

/** Translates a failed verification. @throws AuthError bad_jwt for an invalid token; rethrows any other error unchanged */
export function refusedJwt(error: unknown): never {
  if (!(error instanceof InvalidAccessTokenError)) throw error
  throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${error.message}`)
}
