import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isSameSecret } from '../../same-secret.ts'
import { validationFailed } from '../errors.ts'

/** The PKCE fields, which every call that may end in a redirect accepts. */
export const pkceFields = {
  code_challenge: z.string().default(''),
  code_challenge_method: z.string().default(''),
}

/**
 * Checks that a request has both PKCE fields, in the form that RFC 7636 prescribes, or neither.
 * @throws AuthError validation_failed
 */
export function assertPkce(body: { code_challenge: string; code_challenge_method: string }): void {
  const { code_challenge: challenge, code_challenge_method: method } = body
  if (challenge === '' && method === '') return

  if (challenge === '' || method === '') {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw validationFailed('code challenge has to be between 43 and 128 unreserved characters')
  }
  if (!/^(s256|plain)$/i.test(method)) {
    throw validationFailed('code_challenge_method must be s256 or plain')
  }
}

export type Pkce = { challenge: string; method: 's256' | 'plain' }

/**
 * The PKCE challenge of a request, or null when it has none.
 * @throws AuthError validation_failed
 */
export function pkceOf(body: { code_challenge: string; code_challenge_method: string }): Pkce | null {
  assertPkce(body)
  if (body.code_challenge === '') return null
  return {
    challenge: body.code_challenge,
    method: body.code_challenge_method.toLowerCase() === 'plain' ? 'plain' : 's256',
  }
}

/** Whether the verifier matches the challenge, compared in constant time. */
export function isVerifierOf(verifier: string, { challenge, method }: Pkce): boolean {
  const given = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  return isSameSecret(given, challenge)
}
