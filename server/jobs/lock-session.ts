import type pg from 'pg'
import { advisoryLocks } from '../db/advisory-locks.ts'

export type Query = (text: string, values: unknown[]) => Promise<pg.QueryResult>
export type LockSession = {
  query: Query
  /** Notes a lock that a statement of this session has taken; answers with what lets go of it. */
  keep: (key: number) => () => Promise<void>
  /** Takes again what a session that broke had let go of, before anybody looks whose locks are missing. */
  renew: () => Promise<void>
  end: () => void
}

type Open = { client: pg.PoolClient; close: () => void }

/** One session for all locks of this process. A broken one is given up, and the next statement opens another. */
export function openLockSession(pool: pg.Pool): LockSession {
  const kept = new Set<number>()
  let session: Promise<Open> | null = null

  const connect = (): Promise<Open> => {
    const opening = pool.connect().then(async (client) => {
      let isClosed = false
      const close = () => {
        if (session === opening) session = null
        // A connection may tell more than once that it broke, and after it was ended.
        if (!isClosed) client.release(true)
        isClosed = true
      }
      client.on('error', close)
      try {
        if (kept.size > 0) await client.query(RENEW, [advisoryLocks.jobs, [...kept]])
      } catch (error) {
        close()
        throw error
      }
      return { client, close }
    })
    opening.catch(() => {
      if (session === opening) session = null
    })
    return opening
  }
  const query: Query = async (text, values) => {
    session ??= connect()
    return (await session).client.query(text, values)
  }

  return {
    query,
    keep: (key) => {
      kept.add(key)
      return async () => {
        kept.delete(key)
        await query('select pg_advisory_unlock($1::int, $2::int)', [advisoryLocks.jobs, key])
      }
    },
    renew: async () => {
      if (kept.size > 0) session ??= connect()
      await session
    },
    end: () => {
      session?.then(
        ({ close }) => close(),
        () => undefined,
      )
      session = null
    },
  }
}

const RENEW = 'select pg_try_advisory_lock($1::int, key) from unnest($2::int[]) as key'
