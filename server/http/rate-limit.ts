import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { asWorker } from '../db/actor.ts'
import type { Services } from '../services.ts'

export type RateLimit = {
  /** Takes one point of `key`. @returns false when none was left */
  take: (key: string) => Promise<boolean>
  /**
   * Gives a taken point back. Where only failures count, the point is taken before it is known whether the request will fail, so that
   * no more of many concurrent requests get through than of as many in sequence.
   */
  giveBack: (key: string) => Promise<void>
  /** Whether a point is left, without taking it. */
  hasLeft: (key: string) => Promise<boolean>
}

type Statement = { text: string; values: unknown[] }

/** Allows `points` per `seconds` for each key, counted in PostgreSQL, so that all instances share the counters. */
export function createRateLimit(
  { db, env }: Pick<Services, 'db' | 'env'>,
  name: string,
  { points, seconds }: { points: number; seconds: number },
): RateLimit {
  const run = ({ text, values }: Statement) =>
    asWorker(db, null, async (tx) => {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
      return { rows, rowCount: rows.length }
    })
  const limiter = new RateLimiterPostgres({
    storeClient: { query: run },
    storeType: 'client',
    schemaName: 'app',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
  })
  const isOff = !env.auth.rateLimits

  return {
    take: async (key) => isOff || taken(() => limiter.consume(key)),
    giveBack: async (key) => {
      if (!isOff) await limiter.reward(key)
    },
    hasLeft: async (key) => isOff || ((await limiter.get(key))?.remainingPoints ?? 1) > 0,
  }
}

/** Converts the library's refusal, which it throws, to false. */
async function taken(consume: () => Promise<unknown>): Promise<boolean> {
  try {
    await consume()
    return true
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false
    throw refusal
  }
}
