import type { Argon2Cost } from '../auth/accounts/password-hashes.ts'

/** Passwords of invented people: the tests sign up thousands, and what a password really costs is tested where it is the subject. */
export const quickHashes: Argon2Cost = { memoryCost: 256, timeCost: 1, parallelism: 1 }
