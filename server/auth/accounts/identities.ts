import { v7 as uuid } from 'uuid'
import type { AuthTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { IdentityRow, Metadata, UserRow } from './users.ts'

export type ProviderEmail = { address: string; isVerified: boolean }

/** A person's identity as a provider or a wallet asserts it. */
export type FoundIdentity = {
  provider: string
  /** The provider's id of the person: unlike an address, it never changes and is never given to another person. */
  subject: string
  /** The primary address first; in the spelling of `normaliseEmail`. */
  emails: ProviderEmail[]
  /** Stored with the identity and merged into the user's metadata. */
  data: Metadata
}

/** Whose an identity is: that of an account that has it, that of an account it joins by a proven address, or a new person's. */
export type Decision =
  | { kind: 'known'; userId: string; identityId: string }
  | { kind: 'joins'; userId: string }
  | { kind: 'new' }

/**
 * Finds the account of an identity. A new identity joins an existing account only by an address that the provider has verified and
 * that is the account's own address at present: an address of its other identities may have passed to somebody else. Accounts of
 * single sign-on are never joined.
 */
export async function decide(tx: AuthTransaction, found: FoundIdentity): Promise<Decision> {
  const identity = await tx.first<{ id: string; user_id: string }>(
    'select id, user_id from auth.identities where provider = $1 and provider_id = $2',
    [found.provider, found.subject],
  )
  if (identity !== null) return { kind: 'known', userId: identity.user_id, identityId: identity.id }

  const proven = found.emails.filter(({ isVerified }) => isVerified).map(({ address }) => address)
  if (proven.length === 0) return { kind: 'new' }

  const owners = await tx.all<{ id: string }>(
    'select id from auth.users where email = any($1) and not is_sso_user and deleted_at is null limit 2',
    [proven],
  )
  const [owner] = owners
  if (owner === undefined) return { kind: 'new' }
  if (owners.length > 1) {
    throw new AuthError(
      500,
      'unexpected_failure',
      'Multiple accounts with the same email address in the same linking domain detected: default',
    )
  }
  return { kind: 'joins', userId: owner.id }
}

export async function createIdentity(
  tx: AuthTransaction,
  userId: string,
  found: FoundIdentity,
): Promise<string> {
  const id = uuid()
  await tx.run(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
     values ($1, $2, $3, $4, $5, now())`,
    [id, found.provider, found.subject, userId, found.data],
  )
  return id
}

/** Creates or updates the identity that stands for the account's own address or phone. */
export async function keepOwnIdentity(
  tx: AuthTransaction,
  userId: string,
  provider: 'email' | 'phone',
  data: Metadata,
): Promise<void> {
  await tx.run(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
     values ($1, $2, $3::text, $4, $5, now())
     on conflict (provider, provider_id) do update set
       identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = now()`,
    [uuid(), provider, userId, userId, data],
  )
}

export async function refreshIdentity(tx: AuthTransaction, id: string, data: Metadata): Promise<void> {
  await tx.run(
    `update auth.identities set identity_data = identity_data || $2, last_sign_in_at = now(), updated_at = now()
     where id = $1`,
    [id, data],
  )
}

/** Merges the identity's data into the user's metadata, and updates the list of providers. */
export async function adoptMetadata(tx: AuthTransaction, userId: string, data: Metadata): Promise<void> {
  await tx.run(
    'update auth.users set raw_user_meta_data = raw_user_meta_data || $2, updated_at = now() where id = $1',
    [userId, data],
  )
  await listProviders(tx, userId)
}

/** Updates `providers` in the app metadata. `provider`, the first of them, changes only when its identity is gone. */
export async function listProviders(tx: AuthTransaction, userId: string): Promise<void> {
  const identities = await tx.all<Pick<IdentityRow, 'provider'>>(
    'select provider from auth.identities where user_id = $1 order by created_at, id',
    [userId],
  )
  const providers = [...new Set(identities.map(({ provider }) => provider))]
  await tx.run(
    `update auth.users set updated_at = now(), raw_app_meta_data = raw_app_meta_data || jsonb_build_object(
       'providers', $2::jsonb,
       'provider', case when $2::jsonb ? (raw_app_meta_data ->> 'provider')
         then raw_app_meta_data -> 'provider' else $2::jsonb -> 0 end)
     where id = $1`,
    [userId, JSON.stringify(providers)],
  )
}

/** Whether nobody has confirmed the account's address. An account without one belongs to its wallet or provider. */
export function isUnconfirmed(user: UserRow): boolean {
  return user.email !== null && user.email_confirmed_at === null
}

/**
 * Cleans an unconfirmed account once the owner of its address has arrived through a provider. Anything left by the person who opened
 * it could let them in again or speak for the owner, so password, factors, sessions, one-time tokens, metadata, phone and all
 * identities but `keptIdentity` are removed.
 */
export async function dropUnconfirmed(
  tx: AuthTransaction,
  userId: string,
  keptIdentity: string,
): Promise<void> {
  await tx.run(
    `update auth.users set encrypted_password = null, raw_user_meta_data = '{}', phone = null,
       phone_confirmed_at = null, email_change = null, phone_change = null, updated_at = now()
     where id = $1`,
    [userId],
  )
  await tx.run('delete from auth.identities where user_id = $1 and id <> $2', [userId, keptIdentity])
  for (const table of ['sessions', 'one_time_tokens', 'mfa_factors']) {
    await tx.run(`delete from auth.${table} where user_id = $1`, [userId])
  }
}
