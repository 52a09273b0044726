import { SignJWT } from 'jose'

/** The operator's secret in tests, for `settings.jwtSecret`. */
export const jwtSecret = 'the secret of the operator, long enough'

/** A token as operators make it: signed with the secret, for a role, without a session. */
export function adminToken(claims: Record<string, unknown> = {}, secret = jwtSecret): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 3600
  return new SignJWT({ role: 'service_role', exp, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt()
    .sign(new TextEncoder().encode(secret))
}
