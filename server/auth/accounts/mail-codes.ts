import { randomBytes } from 'node:crypto'
import { v4 as randomUuid } from 'uuid'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import type { Pkce } from '../http/pkce.ts'

/** How the person of an exchanged code signed in, as the `amr` claim names it. */
export const mailMethods = ['magiclink', 'recovery', 'invite', 'email/signup', 'email_change'] as const
export type MailMethod = (typeof mailMethods)[number]

export function mailMethodOf(verification: string): MailMethod {
  switch (verification) {
    case 'recovery':
    case 'invite':
    case 'email_change':
      return verification
    case 'signup':
      return 'email/signup'
    default:
      return 'magiclink'
  }
}

/**
 * The link token for a client that will exchange a code (PKCE). The token contains the challenge. Only an HMAC of the whole token is
 * stored, so nobody can replace the challenge with another one.
 */
export function withChallenge(linkToken: string, { challenge, method }: Pkce): string {
  return `pkce_${linkToken}.${method}.${challenge}`
}

/** The challenge in a link token, or null when it has none. To be trusted only once the token was found in the database. */
export function challengeIn(linkToken: string): Pkce | null {
  const [, method, challenge] = /^pkce_[\w-]+\.(s256|plain)\.(.+)$/.exec(linkToken) ?? []
  if (challenge === undefined) return null
  return { challenge, method: method === 'plain' ? 'plain' : 's256' }
}

/** Issues a code for the client that opened the link; it is exchanged for a session together with the PKCE verifier. */
export async function issueMailCode(
  auth: Auth,
  tx: AuthTransaction,
  userId: string,
  way: { pkce: Pkce; method: MailMethod; redirectTo: string },
): Promise<string> {
  const id = randomUuid()
  const code = randomBytes(32).toString('base64url')
  const noTokens = Buffer.from(JSON.stringify({ accessToken: '', refreshToken: null }))
  await tx.run(
    `insert into auth.flow_states (id, provider, user_id, redirect_to, code_challenge, code_challenge_method,
       provider_secrets, auth_code_hash, authentication_method, used_at)
     values ($1, 'email', $2, $3, $4, $5, $6, $7, $8, now())`,
    [
      id,
      userId,
      way.redirectTo,
      way.pkce.challenge,
      way.pkce.method,
      auth.secrets.sealFlow(noTokens, id),
      auth.secrets.hashLink(code),
      way.method,
    ],
  )
  return code
}
