import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { codeError } from '../errors.ts'

/**
 * Rate limits of recording links, counted in the memory of this process. That suffices, because a secret of 256 bits cannot be
 * guessed: the limits only spare the database pointless queries, and requests of a faulty page a thousand times a second.
 */
export type LinkLimits = {
  /**
   * A link that was found before is let through: phones at one table, and everybody behind a proxy that is not trusted, have one address.
   * @throws TOO_MANY_REQUESTS after too many requests for links that do not exist
   */
  assertMayGuess: (caller: string, secretHash: string) => Promise<void>
  keepFound: (secretHash: string) => void
  countWrongGuess: (caller: string) => Promise<void>
  /** Counts one request that opens a link or reports progress by it. @throws TOO_MANY_REQUESTS */
  take: (linkId: string) => Promise<void>
}

/** In points per seconds. A household behind one address may mistype; a reload costs one point, and reports one point per second. */
const wrongGuesses = { points: 60, duration: 600 }
const turns = { points: 240, duration: 60 }
const FOUND_MAX = 10_000

export function createLinkLimits(): LinkLimits {
  const guesses = new RateLimiterMemory(wrongGuesses)
  const calls = new RateLimiterMemory(turns)
  const found = new Set<string>()
  const take = async (limiter: RateLimiterMemory, key: string) => {
    try {
      await limiter.consume(key)
    } catch (refusal) {
      throw refusal instanceof RateLimiterRes ? codeError('TOO_MANY_REQUESTS') : refusal
    }
  }

  return {
    async assertMayGuess(caller, secretHash) {
      if (found.has(secretHash)) return
      const used = await guesses.get(caller)
      if (used !== null && used.remainingPoints <= 0) throw codeError('TOO_MANY_REQUESTS')
    },
    keepFound(secretHash) {
      const [oldest] = found.size >= FOUND_MAX ? found : []
      if (oldest !== undefined) found.delete(oldest)
      found.add(secretHash)
    },
    countWrongGuess: (caller) => take(guesses, caller),
    take: (linkId) => take(calls, linkId),
  }
}
