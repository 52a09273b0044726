import { hash, verify } from '@node-rs/argon2'
import { AuthError, validationFailed } from '../errors.ts'
import type { AuthSettings } from '../settings.ts'
import { inTurn } from './hashing-turns.ts'
import { type Argon2Cost, isOwnHash, matchesHash, workOf, workOfHash } from './password-hashes.ts'

/**
 * argon2id as RFC 9106 (4) recommends where memory is not plenty: 64 MiB, three passes. One lane instead of its four, which
 * here would be computed one after another. What it costs is in docs/decisions/052.
 */
export const fullCost: Argon2Cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

/** RFC 9106 (3.1) asks for 8 KiB a lane. */
const leastMemory = 8

/** GoTrue's limit, kept because its clients know it; argon2 itself has none that low. */
const maxBytes = 72

/** All passwords of a process, of accounts and of public links: so many are hashed at once, and no more. */
export type Passwords = {
  hash(password: string): Promise<string>
  /**
   * The password hashed as we do it today, for an account that came with another program's hash or an older cost.
   * @returns null when the stored one is as it should be
   */
  rehash(stored: string | null, password: string): Promise<string | null>
  /**
   * Whether the password is right. A refusal takes the work of one of our hashes, whatever is stored: nothing at all, as
   * for an unknown address, or a hash that is cheaper than ours.
   */
  matches(stored: string | null, password: string): Promise<boolean>
}

export function createPasswords(cost = fullCost, argon2 = { hash, verify }): Passwords {
  const hashed = (password: string) => inTurn(() => argon2.hash(password, cost))

  return {
    hash: hashed,
    rehash: async (stored, password) =>
      stored === null || isOwnHash(stored, cost) ? null : hashed(password),
    // In one turn, or whoever waits for two would be told apart by it.
    matches: (stored, password) =>
      inTurn(async () => {
        if (stored !== null && (await matchesHash(stored, password, argon2.verify))) return true

        const missing = Math.floor((workOf(cost) - workOfHash(stored)) / cost.timeCost)
        if (missing >= leastMemory) await argon2.hash(password, { ...cost, memoryCost: missing })
        return false
      }),
  }
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
