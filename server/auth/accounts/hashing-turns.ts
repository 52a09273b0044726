import { availableParallelism } from 'node:os'
import { tooManyRequests } from '../errors.ts'

/** The size of libuv's thread pool, in which Node hashes passwords. Signing and verifying tokens waits in the same queue. */
const threads = 4

/**
 * How many passwords are hashed at once: no more than there are processors, since more would only share them, and one thread fewer
 * than the pool has, so that requests of signed-in people do not wait for log-ins.
 */
export const hashedAtOnce = Math.max(1, Math.min(availableParallelism(), threads - 1))

/**
 * How many more may wait: the last of them waits some four seconds on two processors, and requests time out after ten. Refusing
 * further ones at once is better than hashing a password for a request that has already timed out.
 */
export const waitingAtMost = 100

let running = 0
const waiting: (() => void)[] = []

/**
 * Does the work when its turn has come, first come first served.
 *
 * @throws AuthError 429 when too many are waiting already
 */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  // Finished work hands its turn directly to the next in the queue, so that a newcomer cannot take it first.
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
