import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { AmrEntry } from '../access-tokens.ts'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import type { Client } from '../http/client.ts'
import { encodeRefreshToken } from '../refresh-tokens.ts'
import type { MailMethod } from './mail-codes.ts'
import { userObject } from './user-object.ts'
import { hasSecondFactor, reloadUser, type UserRow } from './users.ts'

/**
 * What a session remembers of a proof. Of a second factor also which one, so that it can be taken back, and from
 * which refresh token on it counts; tokens say neither.
 */
export type SessionAmrEntry = AmrEntry & { factor_id?: string; since?: number }

export type SessionRow = {
  id: string
  user_id: string
  aal: 'aal1' | 'aal2'
  amr: SessionAmrEntry[]
  refresh_token_hmac_key: Buffer
  /** A bigint, which drivers give as text or as a number. */
  refresh_token_counter: string | number
  created_at: Date
  refreshed_at: Date | null
}

/** How somebody proved who they are, as `amr` names it. The next methods join here. */
export type AuthMethod = 'password' | 'otp' | MailMethod | 'anonymous' | 'web3' | OAuthMethod

/** Somebody else's log-in page has vouched for the person. */
export type OAuthMethod = { method: 'oauth'; provider: string }

/** What a sign-in or a refresh answers (contract 1.2), with the headers that go with it. */
export type TokenResponse = {
  body: Record<string, unknown>
  headers: Record<string, string>
}

/** Opens a session for a person who has just proven who they are. */
export async function openSession(
  auth: Auth,
  tx: AuthTransaction,
  userId: string,
  method: AuthMethod,
  client: Client,
): Promise<TokenResponse> {
  const key = randomBytes(32)
  const id = uuid()
  const proof = typeof method === 'string' ? { method } : method
  const amr: AmrEntry[] = [{ ...proof, timestamp: Math.floor(Date.now() / 1000) }]

  const [, session, user] = await Promise.all([
    tx.run('update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1', [userId]),
    tx.first<SessionRow>(
      `insert into auth.sessions (id, user_id, amr, refresh_token_hmac_key, user_agent, ip)
       values ($1, $2, $3, $4, $5, $6) returning *`,
      [id, userId, JSON.stringify(amr), auth.secrets.seal(key, id), client.userAgent, client.inet],
    ),
    reloadUser(tx, userId),
  ])
  if (session === null) throw new Error('A session was not stored')

  return tokenResponse(auth, user, session, { key, counter: 0n })
}

/** A fresh access token for a session, beside the refresh token of the given counter. */
export async function tokenResponse(
  auth: Auth,
  user: UserRow,
  session: Pick<SessionRow, 'id' | 'aal' | 'amr'>,
  refresh: { key: Uint8Array; counter: bigint },
): Promise<TokenResponse> {
  const access = await auth.accessTokens.sign({
    sub: user.id,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    role: user.role,
    aal: session.aal,
    amr: session.amr.map(({ factor_id: _factor, since: _since, ...entry }) => entry),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
    ...(session.aal === 'aal1' && hasSecondFactor(user) ? { aal_required: 'aal2' as const } : {}),
  })

  return {
    body: {
      access_token: access.token,
      token_type: 'bearer',
      expires_in: access.expiresIn,
      expires_at: access.expiresAt,
      refresh_token: encodeRefreshToken({ sessionId: session.id, counter: refresh.counter }, refresh.key),
      user: userObject(user),
    },
    headers: {
      'sb-auth-user-id': user.id,
      'sb-auth-session-id': session.id,
      'sb-auth-refresh-token-counter': refresh.counter.toString(),
    },
  }
}

export async function endSession(tx: AuthTransaction, sessionId: string): Promise<void> {
  await tx.run('delete from auth.sessions where id = $1', [sessionId])
}

export async function endAllSessions(tx: AuthTransaction, userId: string): Promise<void> {
  await tx.run('delete from auth.sessions where user_id = $1', [userId])
}

export async function endOtherSessions(tx: AuthTransaction, userId: string, kept: string): Promise<void> {
  await tx.run('delete from auth.sessions where user_id = $1 and id <> $2', [userId, kept])
}
