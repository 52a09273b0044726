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
import { hasSecondFactor, selectUserFrom, type UserRow } from './users.ts'

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
  const { session, key, values } = newSession(auth, userId, method, client)
  const user = await tx.first<UserRow>(openingOf({ person: 'true' }), values)
  if (user === null) throw new Error(`User ${userId} vanished within a transaction`)

  return tokenResponse(auth, user, session, { key, counter: 0n })
}

/** Who has shown the password that belongs to `stored`, and by what. */
export type PasswordProof = {
  user: UserRow
  provider: 'email' | 'phone'
  /** The same password hashed as we do today, when the stored hash is another program's or of an older cost. */
  better: string | null
}

/**
 * Opens a session for whoever knows a password, if it still is that one, and writes the log entry: one statement, and a
 * transaction of its own.
 * @returns null when the password was changed while it was compared: the change ended all sessions, so none may follow
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

/** Notes the sign-in, stores the session and reads the person as they are then; nothing where `person` does not hold. */
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
