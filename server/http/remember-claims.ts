import type { Claims } from '../db/actor.ts'

type Verify = (token: string) => Promise<Claims | null>
type Remembered = { claims: Claims; untilMs: number }

/** Verifying a signature costs as much as a small query, and the web app sends the same token with every request. */
const REMEMBERED_MS = 60_000
const REMEMBERED_TOKENS = 5_000

/**
 * Caches the claims of valid tokens for a minute, and never beyond a token's own expiry. Invalid tokens are not cached, so that
 * forged ones cannot fill the memory.
 */
export function rememberClaims(verify: Verify, now: () => number = Date.now): Verify {
  const known = new Map<string, Remembered>()

  return async (token) => {
    const remembered = known.get(token)
    if (remembered && remembered.untilMs > now()) return remembered.claims

    known.delete(token)
    const claims = await verify(token)
    const endsMs = Number(claims?.exp) * 1000
    if (!claims || !(endsMs > now())) return claims

    const [oldest] = known.size >= REMEMBERED_TOKENS ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    known.set(token, { claims, untilMs: Math.min(endsMs, now() + REMEMBERED_MS) })
    return claims
  }
}
