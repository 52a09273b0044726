import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { AmrEntry } from '../access-tokens.ts'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import type { Client } from '../http/client.ts'
import { encodeRefreshToken } from '../refresh-tokens.ts'
import { auditRow } from './audit.ts'
import type { MailMethod } from './mail-codes.ts'
import { ownUserObject } from './user-object.ts'
import { hasSecondFactor, reloadUser, selectUserFrom, type UserRow } from './users.ts'

/**
 * One proof of identity that a session records. For a second factor it also records which factor, so that the proof can be revoked
 * when the factor is removed, and the refresh-token counter from which it counts; access tokens contain neither.
 */
export type SessionAmrEntry = AmrEntry & { factor_id?: string; since?: number }

export type SessionRow = {
  id: string
  user_id: string
  aal: 'aal1' | 'aal2'
  amr: SessionAmrEntry[]
  refresh_token_hmac_key: Buffer
  /** A bigint column, which the driver returns as text or as a number. */
  refresh_token_counter: string | number
  created_at: Date
  refreshed_at: Date | null
}

/** How a person proved their identity, as the `amr` claim names it. New methods are added here. */
export type AuthMethod = 'password' | 'otp' | MailMethod | 'anonymous' | 'web3' | OAuthMethod

/** Sign-in through a provider's log-in page. */
export type OAuthMethod = { method: 'oauth'; provider: string }

/** The response body of a sign-in or a refresh (contract 1.2), and the headers that go with it. */
export type TokenResponse = {
  body: Record<string, unknown>
  headers: Record<string, string>
}

/** Opens a session for a person who has just proven their identity. */
export async function openSession(
  auth: Auth,
  tx: AuthTransaction,
  userId: string,
  method: AuthMethod,
  client: Client,
): Promise<TokenResponse> {
  const { session, key, values } = newSession(auth, userId, method, client)
  const user = await tx.first<UserRow>(openingOf({ person: 'true' }), values)
  if (user === null) throw new Error(`User ${userId} vanished within a transaction`)

  return tokenResponse(auth, user, session, { key, counter: 0n })
}

/**
 * Issues the next tokens of a session, which its person goes on in at the same level; the row must be locked. Should they get lost,
 * the refresh token before them is exchanged for the new one.
 */
export async function continueSession(
  auth: Auth,
  tx: AuthTransaction,
  session: SessionRow,
): Promise<TokenResponse> {
  const counter = BigInt(session.refresh_token_counter) + 1n
  await tx.run(
    `update auth.sessions set refresh_token_counter = $2, refreshed_at = now(), updated_at = now()
     where id = $1`,
    [session.id, counter.toString()],
  )
  const key = auth.secrets.open(session.refresh_token_hmac_key, session.id)
  return tokenResponse(auth, await reloadUser(tx, session.user_id), session, { key, counter })
}

/** The person whose password was verified, and whether they signed in by mail address or phone. */
export type PasswordProof = {
  user: UserRow
  provider: 'email' | 'phone'
  /** The same password hashed with today's parameters, when the stored hash was imported or has an older cost; else null. */
  better: string | null
}

/**
 * Opens a session after a password was verified, provided that it is still the account's password, and writes the audit entry: in
 * one statement, which is a transaction of its own.
 * @returns null when the password was changed while it was being verified: the change ended all sessions, so none may follow
 */
export async function openSessionByPassword(
  auth: Auth,
  { user, provider, better }: PasswordProof,
  client: Client,
): Promise<TokenResponse | null> {
  const { session, key, values } = newSession(auth, user.id, 'password', client)
  const [auditId, , payload, address] = auditRow('login', user, client, { provider })
  const [opened] = await auth.db.alone<UserRow>(openingByPassword, [
    ...values,
    user.encrypted_password,
    better,
    auditId,
    payload,
    address,
  ])
  return opened === undefined ? null : tokenResponse(auth, opened, session, { key, counter: 0n })
}

function newSession(auth: Auth, userId: string, method: AuthMethod, client: Client) {
  const key = randomBytes(32)
  const id = uuid()
  const proof = typeof method === 'string' ? { method } : method
  const amr: AmrEntry[] = [{ ...proof, timestamp: Math.floor(Date.now() / 1000) }]
  const sealed = auth.secrets.seal(key, id)
  const values = [userId, id, JSON.stringify(amr), sealed, client.userAgent, client.inet]
  return { session: { id, aal: 'aal1' as const, amr }, key, values }
}

/** The statement that records the sign-in, stores the session and selects the person; it does nothing unless `person` holds. */
function openingOf({ person, set = '', also = '' }: { person: string; set?: string; also?: string }): string {
  return `
    with person as (
      update auth.users set last_sign_in_at = now(), updated_at = now()${set}
      where id = $1 and deleted_at is null and ${person}
      returning *
    ), opened as (
      insert into auth.sessions (id, user_id, amr, refresh_token_hmac_key, user_agent, ip)
      select $2::uuid, id, $3::jsonb, $4::bytea, $5::text, $6::inet from person
    )${also}
    ${selectUserFrom('person')}`
}

const openingByPassword = openingOf({
  person: 'encrypted_password = $7::text',
  set: ', encrypted_password = coalesce($8::text, encrypted_password)',
  also: `, logged as (
      insert into auth.audit_log_entries (id, user_id, payload, ip_address)
      select $9::uuid, id, $10::jsonb, $11::text from person
    )`,
})

/** Signs a new access token for a session, and encodes the refresh token with the given counter. */
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
      user: ownUserObject(user, session),
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
