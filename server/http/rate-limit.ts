import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { asWorker } from '../db/actor.ts'
import type { Services } from '../services.ts'

export type RateLimit = {
  /** Takes one of the points of `key`. @returns false when none was left */
  take: (key: string) => Promise<boolean>
  /**
   * Gives back one that was taken. Where only failures count, a point is taken before it is known what will fail: of many
   * requests at once no more get through than of many in a row.
   */
  giveBack: (key: string) => Promise<void>
  /** Whether a point is left, without taking it. */
  hasLeft: (key: string) => Promise<boolean>
}

type Statement = { text: string; values: unknown[] }

/** `points` in `seconds` for each key, counted in PostgreSQL, so that several instances agree. */
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

/** The library throws its refusal. */
async function taken(consume: () => Promise<unknown>): Promise<boolean> {
  try {
    await consume()
    return true
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false
    throw refusal
  }
}
