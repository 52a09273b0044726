import type { Factor, Session, User } from '@supabase/auth-js'

/**
 * Whether the session still lacks its second factor. The token's claims say so; if they do not, the person's factors
 * decide, as in the stock client. This only chooses the screen: the decision itself is the server's.
 */
export function lacksSecondFactor({ access_token: token, user }: Pick<Session, 'access_token' | 'user'>) {
  const claims = claimsOf(token)
  if (claims.aal === 'aal2') return false
  return claims.aal_required === 'aal2' || verifiedFactorsOf(user).length > 0
}

/** The verified factors; one whose enrolment was never completed does not count. */
export function verifiedFactorsOf(user: Pick<User, 'factors'>): Factor[] {
  return (user.factors ?? []).filter(({ status }) => status === 'verified')
}

/** The claims of a token, unverified: good enough to choose a screen, never to authorise anything. */
function claimsOf(token: string): Record<string, unknown> {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims !== null ? { ...claims } : {}
  } catch {
    return {}
  }
}
