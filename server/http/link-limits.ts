import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { codeError } from '../errors.ts'

/**
 * Counted in this process: a secret of 256 bits is not guessed, so these only keep the database from being asked for
 * nonsense, and a broken page from reporting a thousand times a second.
 */
export type LinkLimits = {
  /** @throws TOO_MANY_REQUESTS after too many links that do not exist */
  assertMayGuess: (caller: string) => Promise<void>
  countWrongGuess: (caller: string) => Promise<void>
  /** One turn to open a link or to report by it. @throws TOO_MANY_REQUESTS */
  take: (linkId: string) => Promise<void>
}

/** A household behind one address may mistype; a reload costs one turn, a report another each second. */
const wrongGuesses = { points: 60, duration: 600 }
const turns = { points: 240, duration: 60 }

export function createLinkLimits(): LinkLimits {
  const guesses = new RateLimiterMemory(wrongGuesses)
  const calls = new RateLimiterMemory(turns)
  const take = async (limiter: RateLimiterMemory, key: string) => {
    try {
      await limiter.consume(key)
    } catch (refusal) {
      throw refusal instanceof RateLimiterRes ? codeError('TOO_MANY_REQUESTS') : refusal
    }
  }

  return {
    async assertMayGuess(caller) {
      const used = await guesses.get(caller)
      if (used !== null && used.remainingPoints <= 0) throw codeError('TOO_MANY_REQUESTS')
    },
    countWrongGuess: (caller) => take(guesses, caller),
    take: (linkId) => take(calls, linkId),
  }
}
