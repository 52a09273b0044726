import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'

/**
 * The secret that benches start the server with, so that they can sign in thousands of people without hashing as many passwords.
 */
export const tokenSecret = 'a secret of benches, which knows no real account'

/** An access token as the server signs it for a person who has just logged in. */
export function tokenFor(origin: string, userId: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const content = {
    email: '',
    phone: '',
    app_metadata: {},
    user_metadata: {},
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: now }],
    session_id: randomUUID(),
    is_anonymous: false,
  }
  return new SignJWT(content)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(`${origin}/auth/v1`)
    .setAudience('authenticated')
    .setSubject(userId)
    .setIssuedAt(now)
    .setExpirationTime(now + 3600)
    .sign(new TextEncoder().encode(tokenSecret))
}
