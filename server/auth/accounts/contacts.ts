import type { AuthTransaction } from '../database.ts'
import { keepOwnIdentity } from './identities.ts'
import { findUserByPhone } from './phones.ts'
import { findUserByEmail, type Metadata, reloadUser, type UserRow } from './users.ts'

/** What an account is opened with. The columns of both are named alike, so that what is done with one is done with either. */
export type ContactKind = 'email' | 'phone'

/** `contact` as `normaliseEmail` or `normalisePhone` gives it. */
export type NewUser = {
  kind: ContactKind
  id: string
  contact: string
  passwordHash: string | null
  data: Metadata
}

/** What GoTrue copies from a new identity of this kind into the user's metadata. */
export function contactMetadata({ kind, id, contact }: Pick<NewUser, 'kind' | 'id' | 'contact'>): Metadata {
  return { sub: id, [kind]: contact, email_verified: false, phone_verified: false }
}

export function contactProvider(kind: ContactKind): Metadata {
  return { provider: kind, providers: [kind] }
}

export function findUserBy(tx: AuthTransaction, kind: ContactKind, contact: string): Promise<UserRow | null> {
  return kind === 'email' ? findUserByEmail(tx, contact) : findUserByPhone(tx, contact)
}

/**
 * A new account with its address or phone, not confirmed yet.
 * @returns null when somebody has it already, also when they got it this very moment
 */
export async function createUser(tx: AuthTransaction, user: NewUser): Promise<UserRow | null> {
  const { kind, id, contact } = user
  const identityData = contactMetadata(user)

  const inserted = await tx.run(
    `insert into auth.users (id, ${kind}, encrypted_password, raw_app_meta_data, raw_user_meta_data)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [id, contact, user.passwordHash, contactProvider(kind), { ...user.data, ...identityData }],
  )
  if (inserted === 0) return null

  await keepOwnIdentity(tx, id, kind, identityData)
  return reloadUser(tx, id)
}

/** Marks it as proven, in the places where clients look for it. Keeps an earlier confirmation's time. */
export async function confirmContact(tx: AuthTransaction, userId: string, kind: ContactKind): Promise<void> {
  const verified = { [`${kind}_verified`]: true }
  await tx.run(
    `update auth.users set
       ${kind}_confirmed_at = coalesce(${kind}_confirmed_at, now()),
       raw_user_meta_data = raw_user_meta_data || $2,
       updated_at = now()
     where id = $1`,
    [userId, verified],
  )
  await tx.run(
    `update auth.identities set identity_data = identity_data || $2, updated_at = now()
     where user_id = $1 and provider = $3`,
    [userId, verified, kind],
  )
}
