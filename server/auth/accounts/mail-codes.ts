import { randomBytes } from 'node:crypto'
import { v4 as randomUuid } from 'uuid'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import type { Pkce } from '../http/pkce.ts'

/** What an exchanged code says about how its person came, as `amr` names it. */
export type MailMethod = 'magiclink' | 'recovery' | 'invite' | 'email/signup' | 'email_change'

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
 * The token of a link whose asker will exchange a code (PKCE). The challenge travels in it: what is stored is an HMAC
 * of the whole, so nobody can put another one in its place.
 */
export function withChallenge(linkToken: string, { challenge, method }: Pkce): string {
  return `pkce_${linkToken}.${method}.${challenge}`
}

/** The challenge in a link's token, null in one without; to be believed once the token was found. */
export function challengeIn(linkToken: string): Pkce | null {
  const [, method, challenge] = /^pkce_[\w-]+\.(s256|plain)\.(.+)$/.exec(linkToken) ?? []
  if (challenge === undefined) return null
  return { challenge, method: method === 'plain' ? 'plain' : 's256' }
}

/** A code for whoever opened the link, good for a session once its client shows the verifier. */
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
