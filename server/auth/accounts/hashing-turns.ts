import { availableParallelism } from 'node:os'
import { tooManyRequests } from '../errors.ts'

/** Node does this kind of work in four threads, and signing and checking tokens waits in the same line. */
const threads = 4

/**
 * So many passwords are hashed at once: no more than there are processors, which would only share them, and one
 * thread is left over, so that nobody who is signed in waits for those who are signing in.
 */
export const hashedAtOnce = Math.max(1, Math.min(availableParallelism(), threads - 1))

/**
 * So many more wait: some four seconds on two processors, where a request is given up after ten. Who is asked at once to
 * come again loses less than somebody whose password is hashed after they were given up.
 */
export const waitingAtMost = 100

let running = 0
const waiting: (() => void)[] = []

/**
 * Does the work when its turn has come, first come first served.
 *
 * @throws AuthError 429 where too many wait already
 */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  // A turn is handed on by who ends, so that a newcomer cannot take it first.
  if (waiting.length >= waitingAtMost) throw tooManyRequests()
  if (running < hashedAtOnce) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))

  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}
