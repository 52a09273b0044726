import type { verify } from '@node-rs/argon2'
import { validationFailed } from '../errors.ts'

/** `memoryCost` in KiB, `timeCost` in passes over the memory, `parallelism` in lanes. */
export type Argon2Cost = { memoryCost: number; timeCost: number; parallelism: number }

/** The highest cost of an imported hash: without a ceiling, an expensive hash could overload the server at each log-in. */
const ceilings = { memoryCost: 131_072, timeCost: 10, parallelism: 8, bcryptRounds: 12 }

/** KiB that argon2 fills in the time that bcrypt takes at cost 10, which is GoTrue's (measured, docs/decisions/052). */
const tenRoundsOfBcrypt = 200_000

const argon2Form =
  /^\$argon2(id|i)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/
const bcryptForm = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/

/**
 * Refuses an imported hash that we could not verify, or that would be too expensive to verify.
 * @throws AuthError validation_failed
 */
export function assertAcceptableHash(hash: string): void {
  const argon2 = argon2Form.exec(hash)
  if (argon2 !== null) {
    const { memoryCost, timeCost, parallelism } = costOf(argon2)
    const isWithin =
      memoryCost <= ceilings.memoryCost &&
      timeCost <= ceilings.timeCost &&
      parallelism <= ceilings.parallelism &&
      memoryCost >= 8 * parallelism &&
      timeCost >= 1 &&
      parallelism >= 1
    if (isWithin) return
    throw validationFailed('Argon2 parameters of password_hash are not acceptable')
  }

  const rounds = Number(bcryptForm.exec(hash)?.[1] ?? Number.NaN)
  if (rounds >= 4 && rounds <= ceilings.bcryptRounds) return
  throw validationFailed('password_hash has to be argon2i, argon2id or bcrypt, within our limits of cost')
}

/** Whether the password matches a stored hash, ours or imported. */
export function matchesHash(stored: string, password: string, verifyArgon2: typeof verify): Promise<boolean> {
  return bcryptForm.test(stored) ? matchesBcrypt(stored, password) : verifyArgon2(stored, password)
}

async function matchesBcrypt(stored: string, password: string): Promise<boolean> {
  const { compare } = await import('bcryptjs')
  return compare(password, stored)
}

/** Whether a hash is argon2id with exactly our cost. */
export function isOwnHash(stored: string, own: Argon2Cost): boolean {
  const argon2 = argon2Form.exec(stored)
  if (argon2 === null || argon2[1] !== 'id') return false

  const cost = costOf(argon2)
  return (
    cost.memoryCost === own.memoryCost &&
    cost.timeCost === own.timeCost &&
    cost.parallelism === own.parallelism
  )
}

/** The work of one hash, in KiB filled over all passes; its running time depends on nothing else. */
export function workOf({ memoryCost, timeCost }: Argon2Cost): number {
  return memoryCost * timeCost
}

/** The same for a stored hash; 0 when there is none. For bcrypt, the argon2 work that would take as long. */
export function workOfHash(stored: string | null): number {
  if (stored === null) return 0
  const argon2 = argon2Form.exec(stored)
  if (argon2 !== null) return workOf(costOf(argon2))

  const rounds = Number(bcryptForm.exec(stored)?.[1] ?? Number.NEGATIVE_INFINITY)
  return tenRoundsOfBcrypt * 2 ** (rounds - 10)
}

function costOf([, , memory, time, parallelism]: RegExpExecArray): Argon2Cost {
  return { memoryCost: Number(memory), timeCost: Number(time), parallelism: Number(parallelism) }
}
