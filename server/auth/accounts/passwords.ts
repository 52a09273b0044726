import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { AuthError, validationFailed } from '../errors.ts'
import type { AuthSettings } from '../settings.ts'
import { inTurn } from './hashing-turns.ts'
import { isOwnHash, matchesHash } from './password-hashes.ts'

/** argon2id with OWASP's first choice: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** GoTrue's limit, kept because its clients know it; argon2 itself has none that low. */
const maxBytes = 72

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

/**
 * The password hashed as we do it today, for an account that came with another program's hash or an older cost.
 * @returns null when the stored one is as it should be
 */
export async function rehash(stored: string | null, password: string): Promise<string | null> {
  return stored === null || isOwnHash(stored, cost) ? null : hashPassword(password)
}

let dummy: Promise<string> | undefined

/**
 * Whether the password is right. Without a stored hash the same work is done on a dummy, so that an unknown
 * address takes as long as a wrong password.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  if (stored !== null) return matchesHash(stored, password)

  dummy ??= hashPassword(randomBytes(32).toString('hex'))
  await matchesHash(await dummy, password)
  return false
}

/** Makes the dummy ahead of the first log-in, which would otherwise be the only slow one. */
export async function warmUpPasswords(): Promise<void> {
  await passwordMatches(null, '')
}

/**
 * Refuses a new password that is too short or too long.
 * @throws AuthError weak_password, validation_failed
 */
export function assertAcceptablePassword(password: string, settings: AuthSettings): void {
  if (Buffer.byteLength(password) > maxBytes) {
    throw validationFailed(`Password cannot be longer than ${maxBytes} characters`)
  }

  const weakness = weaknessOf(password, settings)
  if (weakness === null) return

  throw new AuthError(422, 'weak_password', weakness.message, {
    weak_password: { reasons: weakness.reasons },
  })
}

/** What is wrong with a password by today's policy; those signing in with an older one are told, not refused. */
export function weaknessOf(
  password: string,
  settings: AuthSettings,
): { message: string; reasons: string[] } | null {
  if (password.length >= settings.passwordMinLength) return null
  return {
    message: `Password should be at least ${settings.passwordMinLength} characters.`,
    reasons: ['length'],
  }
}
