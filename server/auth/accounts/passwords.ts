import { hash, verify } from '@node-rs/argon2'
import { passwordMaxBytes } from '#contract/credentials.ts'
import { AuthError, validationFailed } from '../errors.ts'
import type { AuthSettings } from '../settings.ts'
import { inTurn } from './hashing-turns.ts'
import { type Argon2Cost, isOwnHash, matchesHash, workOf, workOfHash } from './password-hashes.ts'

/**
 * argon2id with the parameters that RFC 9106 (4) recommends where memory is limited: 64 MiB, three passes. One lane instead of
 * four, because the lanes would be computed one after another here anyway. Its cost is measured in docs/decisions/052.
 */
export const fullCost: Argon2Cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

/** In KiB: RFC 9106 (3.1) requires at least 8 KiB per lane. */
const leastMemory = 8

/**
 * Hashes and verifies passwords, those of accounts and those of public links; both share the limit of concurrent hashes.
 *
 * Letters with accents are hashed composed (Unicode NFC): some keyboards write them as one character, some as a letter and a mark.
 */
export type Passwords = {
  hash(password: string): Promise<string>
  /**
   * Hashes the password with today's parameters when the stored hash was imported, has an older cost, or is of uncomposed letters.
   * @returns null when the stored hash is up to date, or when there is none
   */
  rehash(stored: string | null, password: string): Promise<string | null>
  /**
   * Whether the password is right. A refusal always takes as much work as one hash of ours, even when nothing is stored, as for an
   * unknown address, or when the stored hash is a cheaper one: the response time must not tell these cases apart.
   */
  matches(stored: string | null, password: string): Promise<boolean>
}

export function createPasswords(cost = fullCost, argon2 = { hash, verify }): Passwords {
  const hashed = (password: string) =>
    inTurn(async () => {
      const { composed, asTyped } = spellingsOf(password)
      // As much work as a refusal takes: a sign-up does one or the other.
      if (asTyped !== null) await argon2.hash(asTyped, cost)
      return argon2.hash(composed, cost)
    })
  const matchesOne = async (stored: string | null, spelling: string): Promise<boolean> => {
    if (stored !== null && (await matchesHash(stored, spelling, argon2.verify))) return true

    const missing = Math.floor((workOf(cost) - workOfHash(stored)) / cost.timeCost)
    if (missing >= leastMemory) await argon2.hash(spelling, { ...cost, memoryCost: missing })
    return false
  }

  return {
    hash: hashed,
    rehash: async (stored, password) => {
      if (stored === null) return null
      const { composed, asTyped } = spellingsOf(password)
      const isOfComposed = async () => asTyped === null || inTurn(() => argon2.verify(stored, composed))
      return isOwnHash(stored, cost) && (await isOfComposed()) ? null : hashed(password)
    },
    // All hashes in one turn: waiting for a second turn would show in the response time.
    matches: (stored, password) =>
      inTurn(async () => {
        const { composed, asTyped } = spellingsOf(password)
        if (await matchesOne(stored, composed)) return true
        return asTyped !== null && (await matchesOne(stored, asTyped))
      }),
  }
}

/** The password with composed letters, and as it was typed if that differs: hashes that were imported or are older are of that. */
function spellingsOf(password: string): { composed: string; asTyped: string | null } {
  const composed = password.normalize('NFC')
  return { composed, asTyped: composed === password ? null : password }
}

/**
 * Refuses a new password that is too short or too long.
 * @throws AuthError weak_password, validation_failed
 */
export function assertAcceptablePassword(password: string, settings: AuthSettings): void {
  // GoTrue's limit and sentence, kept because its clients expect them; argon2 itself would accept far longer passwords.
  if (Buffer.byteLength(password) > passwordMaxBytes) {
    throw validationFailed(`Password cannot be longer than ${passwordMaxBytes} characters`)
  }

  const weakness = weaknessOf(password, settings)
  if (weakness === null) return

  throw new AuthError(422, 'weak_password', weakness.message, {
    weak_password: { reasons: weakness.reasons },
  })
}

/** Why a password violates today's policy, or null. People who sign in with an older, weaker password are told, not refused. */
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
