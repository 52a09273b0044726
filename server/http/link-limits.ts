import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { codeError } from '../errors.ts'

type LinkNamed = { id: string; secretHash: string }

/** Both, because whoever has one link could otherwise ask for any other without limit by its secret. */
const keyOf = ({ id, secretHash }: LinkNamed) => `${id} ${secretHash}`

/**
 * Rate limits of recording links, counted in the memory of this process. That suffices, because a secret of 256 bits cannot be
 * guessed: the limits only spare the database pointless queries, and requests of a faulty page a thousand times a second.
 */
export type LinkLimits = {
  /**
   * A link that was found before is let through: phones at one table, and everybody behind a proxy that is not trusted, have one address.
   * @throws TOO_MANY_REQUESTS after too many requests for links that do not exist
   */
  assertMayGuess: (caller: string, link: LinkNamed) => Promise<void>
  keepFound: (link: LinkNamed) => void
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
    async assertMayGuess(caller, link) {
      if (found.has(keyOf(link))) return
      const used = await guesses.get(caller)
      if (used !== null && used.remainingPoints <= 0) throw codeError('TOO_MANY_REQUESTS')
    },
    keepFound(link) {
      const key = keyOf(link)
      if (found.has(key)) return
      const [oldest] = found.size >= FOUND_MAX ? found : []
      if (oldest !== undefined) found.delete(oldest)
      found.add(key)
    },
    countWrongGuess: (caller) => take(guesses, caller),
    take: (linkId) => take(calls, linkId),
  }
}
