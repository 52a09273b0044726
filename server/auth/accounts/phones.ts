import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { validationFailed } from '../errors.ts'
import { keepOwnIdentity } from './identities.ts'
import { findUserById, type Metadata, reloadUser, type UserRow } from './users.ts'

/**
 * The one spelling of a phone number that is stored and compared: E.164 without the plus sign, as GoTrue has it.
 * @throws AuthError validation_failed
 */
export function normalisePhone(phone: string): string {
  const digits = phone.replace(/[\s().-]/g, '').replace(/^\+/, '')
  if (/^[1-9]\d{6,14}$/.test(digits)) return digits
  throw validationFailed('Invalid phone number format (E.164 required)')
}

/** Whether phones are a way in here. */
export function offersPhones({ settings, texter }: Auth): boolean {
  return settings.phoneEnabled && texter.isAvailable
}

export const phoneProvider = { provider: 'phone', providers: ['phone'] }

export function phoneIdentityData(id: string, phone: string): Metadata {
  return { sub: id, phone, email_verified: false, phone_verified: false }
}

/** `phone` as `normalisePhone` gives it. */
export async function findUserByPhone(tx: AuthTransaction, phone: string): Promise<UserRow | null> {
  const found = await tx.first<{ id: string }>('select id from auth.users where phone = $1', [phone])
  return found === null ? null : findUserById(tx, found.id)
}

/**
 * A new account with its phone, not confirmed yet.
 * @returns null when the number already has one, also when it got it this very moment
 */
export async function createPhoneUser(
  tx: AuthTransaction,
  account: { id: string; phone: string; passwordHash: string | null; data: Metadata },
): Promise<UserRow | null> {
  const { id, phone } = account
  const identityData = phoneIdentityData(id, phone)

  const inserted = await tx.run(
    `insert into auth.users (id, phone, encrypted_password, raw_app_meta_data, raw_user_meta_data)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [id, phone, account.passwordHash, phoneProvider, { ...account.data, ...identityData }],
  )
  if (inserted === 0) return null

  await keepOwnIdentity(tx, id, 'phone', identityData)
  return reloadUser(tx, id)
}

/** Marks the phone as proven, in the places where clients look for it. */
export async function confirmPhone(tx: AuthTransaction, userId: string): Promise<void> {
  await tx.run(
    `update auth.users set
       phone_confirmed_at = coalesce(phone_confirmed_at, now()),
       raw_user_meta_data = raw_user_meta_data || '{"phone_verified": true}',
       updated_at = now()
     where id = $1`,
    [userId],
  )
  await tx.run(
    `update auth.identities set identity_data = identity_data || '{"phone_verified": true}', updated_at = now()
     where user_id = $1 and provider = 'phone'`,
    [userId],
  )
}
