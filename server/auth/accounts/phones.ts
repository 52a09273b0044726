import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { validationFailed } from '../errors.ts'
import { findUserById, type UserRow } from './users.ts'

/**
 * Converts a phone number to the one spelling in which numbers are stored and compared: E.164 without the plus sign, as in GoTrue.
 * @throws AuthError validation_failed
 */
export function normalisePhone(phone: string): string {
  const digits = phone.replace(/[\s().-]/g, '').replace(/^\+/, '')
  if (/^[1-9]\d{6,14}$/.test(digits)) return digits
  throw validationFailed('Invalid phone number format (E.164 required)')
}

/** Whether people can sign up and log in by phone. */
export function offersPhones({ settings, texter }: Auth): boolean {
  return settings.phoneEnabled && texter.isAvailable
}

/** `phone` must be spelled as `normalisePhone` returns it. */
export async function findUserByPhone(tx: AuthTransaction, phone: string): Promise<UserRow | null> {
  const found = await tx.first<{ id: string }>('select id from auth.users where phone = $1', [phone])
  return found === null ? null : findUserById(tx, found.id)
}
