import type { Factor, Session, User } from '@supabase/auth-js'

/**
 * Whether the session still lacks its second factor: the token says so. Like the stock client, a token that says
 * nothing is compared with the person's factors. The server decides; this only chooses the screen.
 */
export function lacksSecondFactor({ access_token: token, user }: Pick<Session, 'access_token' | 'user'>) {
  const claims = claimsOf(token)
  if (claims.aal === 'aal2') return false
  return claims.aal_required === 'aal2' || verifiedFactorsOf(user).length > 0
}

/** The factors that count; one that was begun and never answered does not. */
export function verifiedFactorsOf(user: Pick<User, 'factors'>): Factor[] {
  return (user.factors ?? []).filter(({ status }) => status === 'verified')
}

/** What a token claims, unchecked: enough to choose a screen, never to allow something. */
function claimsOf(token: string): Record<string, unknown> {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims !== null ? { ...claims } : {}
  } catch {
    return {}
  }
}
