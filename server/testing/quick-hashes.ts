import type { Argon2Cost } from '../auth/accounts/password-hashes.ts'

/** A low cost for the passwords of invented people: tests sign up thousands, and the real cost is tested where it matters. */
export const quickHashes: Argon2Cost = { memoryCost: 256, timeCost: 1, parallelism: 1 }
