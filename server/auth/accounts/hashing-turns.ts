import { availableParallelism } from 'node:os'

/** Node does this kind of work in four threads, and signing and checking tokens waits in the same line. */
const threads = 4

/**
 * So many passwords are hashed at once: no more than there are processors, which would only share them, and one
 * thread is left over, so that nobody who is signed in waits for those who are signing in.
 */
export const hashedAtOnce = Math.max(1, Math.min(availableParallelism(), threads - 1))

let running = 0
const waiting: (() => void)[] = []

/** Does the work when its turn has come, first come first served. */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  // A turn is handed on by who ends, so that a newcomer cannot take it first.
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
