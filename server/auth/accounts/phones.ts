import { validationFailed } from '../errors.ts'

/**
 * The one spelling of a phone number that is stored and compared: E.164 without the plus sign, as GoTrue has it.
 * @throws AuthError validation_failed
 */
export function normalisePhone(phone: string): string {
  const digits = phone.replace(/[\s().-]/g, '').replace(/^\+/, '')
  if (/^[1-9]\d{6,14}$/.test(digits)) return digits
  throw validationFailed('Invalid phone number format (E.164 required)')
}
