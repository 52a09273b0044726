import type { AuthDatabase, AuthTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'

export type Metadata = Record<string, unknown>

export type IdentityRow = {
  id: string
  provider_id: string
  provider: string
  user_id: string
  identity_data: Metadata
  email: string | null
  last_sign_in_at: string | null
  created_at: string
  updated_at: string
}

export type UserRow = {
  id: string
  aud: string
  role: string
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  email_change: string | null
  email_change_sent_at: Date | null
  phone: string | null
  phone_confirmed_at: Date | null
  phone_change: string | null
  phone_change_sent_at: Date | null
  reauthentication_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Metadata
  raw_user_meta_data: Metadata
  is_anonymous: boolean
  banned_until: Date | null
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
  identities: IdentityRow[]
  factors: FactorSummary[]
}

/** A second factor as its owner sees it; it contains no secrets. */
export type FactorSummary = {
  id: string
  created_at: string
  updated_at: string
  status: 'unverified' | 'verified'
  friendly_name: string | null
  factor_type: 'totp' | 'phone' | 'webauthn' | 'recovery_code'
  phone: string | null
  last_challenged_at: string | null
}

/** Selects users with their identities and factors, from the table or from a CTE with the same columns. */
export const selectUserFrom = (source: string) => `
  select u.*, coalesce(
    (select json_agg(i order by i.created_at, i.id) from auth.identities i where i.user_id = u.id), '[]'
  ) as identities, coalesce(
    (select json_agg(f order by f.created_at, f.id) from (
       select id, created_at, updated_at, status, friendly_name, factor_type, phone, last_challenged_at
       from auth.mfa_factors
       where user_id = u.id and (status = 'verified' or created_at > now() - interval '5 minutes')
     ) f), '[]'
  ) as factors
  from ${source} u`
const selectUser = selectUserFrom('auth.users')

export function findUserById(tx: AuthTransaction, id: string): Promise<UserRow | null> {
  return tx.first<UserRow>(`${selectUser} where u.id = $1 and u.deleted_at is null`, [id])
}

/** The person whose session it is, by its id alone: the query does not need the session's row first. */
export function findUserOfSession(tx: AuthTransaction, sessionId: string): Promise<UserRow | null> {
  return tx.first<UserRow>(
    `${selectUser} where u.id = (select user_id from auth.sessions where id = $1) and u.deleted_at is null`,
    [sessionId],
  )
}

/** `email` must be spelled as `normaliseEmail` returns it. */
export function findUserByEmail(tx: AuthTransaction, email: string): Promise<UserRow | null> {
  return tx.first<UserRow>(userOfEmail, [email])
}

const userOfEmail = `${selectUser} where u.email = $1 and not u.is_sso_user and u.deleted_at is null`

/** The same by one statement, for a look-up outside any transaction. */
export async function lookUpUserByEmail(db: AuthDatabase, email: string): Promise<UserRow | null> {
  const [user = null] = await db.alone<UserRow>(userOfEmail, [email])
  return user
}

/** For operators: also finds an account that was soft-deleted. */
export function findAnyUser(tx: AuthTransaction, id: string): Promise<UserRow | null> {
  return tx.first<UserRow>(`${selectUser} where u.id = $1`, [id])
}

/** Newest first, without soft-deleted ones. */
export function listUsers(tx: AuthTransaction, limit: number, offset: number): Promise<UserRow[]> {
  return tx.all<UserRow>(
    `${selectUser} where u.deleted_at is null order by u.created_at desc, u.id desc limit $1 offset $2`,
    [limit, offset],
  )
}

/** The user with all changes made so far in the transaction. */
export async function reloadUser(tx: AuthTransaction, id: string): Promise<UserRow> {
  const user = await findUserById(tx, id)
  if (user === null) throw new Error(`User ${id} vanished within a transaction`)
  return user
}

export function hasSecondFactor(user: Pick<UserRow, 'factors'>): boolean {
  return user.factors.some(({ status }) => status === 'verified')
}

/** @throws AuthError user_banned */
export function assertNotBanned(user: Pick<UserRow, 'banned_until'>): void {
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
}

export function isBanned(user: Pick<UserRow, 'banned_until'>): boolean {
  return user.banned_until !== null && user.banned_until > new Date()
}
