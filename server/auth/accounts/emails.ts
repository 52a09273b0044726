import { emailAddress } from '#contract/fields.ts'
import { validationFailed } from '../errors.ts'

/**
 * Converts an address to the one spelling in which addresses are stored and compared.
 * @throws AuthError validation_failed
 */
export function normaliseEmail(email: string): string {
  const parsed = emailAddress.safeParse(email.toLowerCase())
  if (!parsed.success) throw validationFailed('Unable to validate email address: invalid format')
  return parsed.data
}

/** Whether an address counts as confirmed without a mail to it. */
export function isConfirmedAtOnce(
  { autoconfirm, confirmAlways }: { autoconfirm: boolean; confirmAlways: readonly string[] },
  email: string,
): boolean {
  return autoconfirm && !confirmAlways.includes(email)
}
