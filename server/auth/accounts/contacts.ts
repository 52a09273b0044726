import type { AuthTransaction } from '../database.ts'
import { keepOwnIdentity } from './identities.ts'
import { findUserByPhone } from './phones.ts'
import { findUserByEmail, type Metadata, reloadUser, type UserRow } from './users.ts'

/** The kind of contact that an account is opened with. Column names differ only by this prefix, so one statement serves both. */
export type ContactKind = 'email' | 'phone'

/** `contact` must be spelled as `normaliseEmail` or `normalisePhone` returns it. */
export type NewUser = {
  kind: ContactKind
  id: string
  contact: string
  passwordHash: string | null
  data: Metadata
}

/** The fields that GoTrue copies from a new identity of this kind into the user's metadata. */
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
 * Creates an account with an unconfirmed address or phone.
 * @returns null when another account has it already, even one created concurrently
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

/** Marks the address or phone as confirmed wherever clients look for it. The time of an earlier confirmation is kept. */
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
