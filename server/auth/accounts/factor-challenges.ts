import { v7 as uuid } from 'uuid'
import type { AuthTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { FactorRow } from './factors.ts'

/** The challenge that an authenticator was asked to sign, with the relying party that it was issued for. */
export type WebauthnChallenge = {
  type: 'create' | 'request'
  challenge: string
  rpId: string
  origins: string[]
}

export type ChallengeRow = {
  id: string
  factor_id: string
  session_id: string
  code_hash: Buffer | null
  webauthn: WebauthnChallenge | null
  attempts: number
  verified_at: Date | null
  created_at: Date
}

export const challengeSeconds = 300

/** The answers allowed to one challenge; the sixth is refused unseen. */
const maxAttempts = 5

/** Opens a challenge for this session; `keep` is the data that the answer will be checked against. */
export async function createChallenge(
  tx: AuthTransaction,
  factor: FactorRow,
  sessionId: string,
  keep: { id?: string; codeHash?: Buffer; webauthn?: WebauthnChallenge } = {},
): Promise<{ id: string; type: string; expires_at: number }> {
  await tx.run(
    `delete from auth.mfa_challenges where factor_id = $1 and created_at < now() - interval '1 day'`,
    [factor.id],
  )
  const row = await tx.first<ChallengeRow>(
    `insert into auth.mfa_challenges (id, factor_id, session_id, code_hash, webauthn)
     values ($1, $2, $3, $4, $5) returning *`,
    [keep.id ?? uuid(), factor.id, sessionId, keep.codeHash ?? null, keep.webauthn ?? null],
  )
  if (row === null) throw new Error('A challenge was not stored')

  await tx.run('update auth.mfa_factors set last_challenged_at = now() where id = $1', [factor.id])
  const expires = Math.floor(row.created_at.getTime() / 1000) + challengeSeconds
  return { id: row.id, type: factor.factor_type, expires_at: expires }
}

/**
 * Locks the open challenge of this factor and session, and counts an attempt at it. GoTrue requires the same network address for
 * request and answer; but a phone on the move changes its address, so we require the same session instead.
 * @returns null when the challenge has no attempts left
 * @throws AuthError mfa_factor_not_found, mfa_ip_address_mismatch, mfa_challenge_expired
 */
export async function takeAttempt(
  tx: AuthTransaction,
  factor: FactorRow,
  sessionId: string,
  challengeId: string,
): Promise<ChallengeRow | null> {
  const challenge = await tx.first<ChallengeRow & { is_over: boolean }>(
    `select *, created_at < now() - make_interval(secs => $3) as is_over
     from auth.mfa_challenges where id = $1 and factor_id = $2 for update`,
    [challengeId, factor.id, challengeSeconds],
  )
  if (challenge === null) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  }
  if (challenge.verified_at !== null || challenge.session_id !== sessionId) {
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch')
  }
  if (challenge.is_over) {
    throw new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`,
    )
  }
  if (challenge.attempts >= maxAttempts) return null

  await tx.run('update auth.mfa_challenges set attempts = attempts + 1 where id = $1', [challenge.id])
  return challenge
}

/** Ends a challenge, so that it accepts no further answers. */
export async function consumeChallenge(tx: AuthTransaction, challenge: ChallengeRow): Promise<void> {
  await tx.run('update auth.mfa_challenges set verified_at = now() where id = $1', [challenge.id])
}
