import { sha256Of } from '../../sha256.ts'
import type { AuthTransaction } from '../database.ts'
import { emailExists, phoneExists } from '../errors.ts'
import { withoutNulls } from '../without-nulls.ts'
import type { AdminChanges } from './admin-changes.ts'
import { keepOwnIdentity, listProviders } from './identities.ts'
import { clearTokens } from './one-time-tokens.ts'
import { findUserByPhone } from './phones.ts'
import { endAllSessions } from './sessions.ts'
import { findUserByEmail, type Metadata, reloadUser, type UserRow } from './users.ts'

/**
 * Creates an account as an operator specified it; no mail is sent.
 * @throws AuthError email_exists, phone_exists
 */
export async function createUserByAdmin(
  tx: AuthTransaction,
  id: string,
  changes: AdminChanges,
): Promise<UserRow> {
  await assertFree(tx, id, changes)
  const { role, email, phone, passwordHash, bannedUntil } = changes
  await tx.run(
    `insert into auth.users
       (id, role, email, phone, encrypted_password, raw_user_meta_data, raw_app_meta_data, banned_until,
        email_confirmed_at, phone_confirmed_at)
     values ($1, coalesce($2, 'authenticated'), $3, $4, $5, $6, $7, $8,
       case when $9 then now() end, case when $10 then now() end)`,
    [
      id,
      role,
      email,
      phone,
      passwordHash,
      withoutNulls(changes.userMetadata),
      withoutNulls(changes.appMetadata),
      bannedUntil ?? null,
      changes.confirmsEmail && email !== null,
      changes.confirmsPhone && phone !== null,
    ],
  )
  await keepIdentities(tx, await reloadUser(tx, id), changes)
  return reloadUser(tx, id)
}

/**
 * Changes an account at once. A new password ends all of its sessions, as if the owner had changed it on another device.
 * @throws AuthError email_exists, phone_exists
 */
export async function changeUser(tx: AuthTransaction, id: string, changes: AdminChanges): Promise<UserRow> {
  await assertFree(tx, id, changes)
  const { role, email, phone, passwordHash, bannedUntil } = changes
  await tx.run(
    `update auth.users set
       role = coalesce($2, role), email = coalesce($3, email), phone = coalesce($4, phone),
       encrypted_password = coalesce($5, encrypted_password),
       email_confirmed_at = case when $6 and coalesce($3, email) is not null
         then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
       phone_confirmed_at = case when $7 and coalesce($4, phone) is not null
         then coalesce(phone_confirmed_at, now()) else phone_confirmed_at end,
       raw_user_meta_data = (raw_user_meta_data || $8) - $9::text[],
       raw_app_meta_data = (raw_app_meta_data || $10) - $11::text[],
       banned_until = case when $12 then $13::timestamptz else banned_until end,
       updated_at = now()
     where id = $1`,
    [
      id,
      role,
      email,
      phone,
      passwordHash,
      changes.confirmsEmail,
      changes.confirmsPhone,
      withoutNulls(changes.userMetadata),
      nullsOf(changes.userMetadata),
      withoutNulls(changes.appMetadata),
      nullsOf(changes.appMetadata),
      bannedUntil !== undefined,
      bannedUntil ?? null,
    ],
  )
  if (passwordHash !== null) await endAllSessions(tx, id)
  // Links and codes that were sent to the old address or phone, or to replace the old password, must stop working.
  if (passwordHash !== null || email !== null || phone !== null) await clearTokens(tx, id)
  await keepIdentities(tx, await reloadUser(tx, id), changes)
  return reloadUser(tx, id)
}

/**
 * Removes everything about the person and ends all sessions, but keeps the row, so that references to it stay valid. This cannot be
 * undone. What the account had opened to others closes with it, by a trigger of the families' part (migration 0111).
 */
export async function deleteUserSoftly(tx: AuthTransaction, user: UserRow): Promise<void> {
  const obscured = (text: string | null) => (text === null ? null : sha256Of(`${user.id}${text}`))
  await tx.run(
    `update auth.users set
       email = $2, phone = $3, encrypted_password = null, email_change = null, phone_change = null,
       raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now(), updated_at = now()
     where id = $1`,
    [user.id, obscured(user.email), obscured(user.phone)],
  )
  for (const { id, provider_id: subject } of user.identities) {
    await tx.run(`update auth.identities set provider_id = $2, identity_data = '{}' where id = $1`, [
      id,
      obscured(subject),
    ])
  }
  await endAllSessions(tx, user.id)
  await clearTokens(tx, user.id)
  await tx.run('delete from auth.mfa_factors where user_id = $1', [user.id])
}

async function assertFree(tx: AuthTransaction, id: string, { email, phone }: AdminChanges): Promise<void> {
  const byEmail = email === null ? null : await findUserByEmail(tx, email)
  if (byEmail !== null && byEmail.id !== id) throw emailExists()

  const byPhone = phone === null ? null : await findUserByPhone(tx, phone)
  if (byPhone !== null && byPhone.id !== id) throw phoneExists()
}

/** Keeps the identities of the account's own address and phone in step; other identities are for the owner to link. */
async function keepIdentities(tx: AuthTransaction, user: UserRow, changes: AdminChanges): Promise<void> {
  const { id, email, phone } = user
  const hasOwn = (provider: string) => user.identities.some((identity) => identity.provider === provider)

  if (email !== null && (changes.email !== null || (changes.confirmsEmail && hasOwn('email')))) {
    await keepOwnIdentity(tx, id, 'email', {
      sub: id,
      email,
      email_verified: user.email_confirmed_at !== null,
    })
  }
  if (phone !== null && (changes.phone !== null || (changes.confirmsPhone && hasOwn('phone')))) {
    await keepOwnIdentity(tx, id, 'phone', {
      sub: id,
      phone,
      phone_verified: user.phone_confirmed_at !== null,
    })
  }
  await listProviders(tx, id)
}

function nullsOf(metadata: Metadata): string[] {
  return Object.keys(metadata).filter((key) => metadata[key] === null)
}
