import type pg from 'pg'
import { advisoryLocks } from '../db/advisory-locks.ts'
import { inTime, PATIENCE, SHORT_WAIT } from '../db/silent-line.ts'

export type Query = (text: string, values: unknown[]) => Promise<pg.QueryResult>
export type LockSession = {
  query: Query
  /**
   * Notes a lock that a statement of this session has taken; returns the function that forgets it, to be called before the statement
   * that releases it.
   */
  keep: (key: number) => () => Promise<void>
  /**
   * Checks that the session's connection still answers, and otherwise takes its locks again in a new session, before any process
   * looks for jobs without a lock. The database keeps the locks of a silent connection until it notices its end, so that locks
   * which are still missing are asked for again at each call.
   * @returns whether this session has all of the locks
   */
  renew: () => Promise<boolean>
  end: () => void
}

/** `missing`: the keys of the kept locks that another session has. */
type Open = { client: pg.PoolClient; missing: Set<number>; close: () => void }

/**
 * Opens one session for all job locks of this process. A connection that broke, or that does not answer within `answerMs`, is given
 * up, and the next statement opens another one.
 */
export function openLockSession(pool: pg.Pool, answerMs: number = PATIENCE.answerMs): LockSession {
  const kept = new Set<number>()
  let session: Promise<Open> | null = null

  const takeMissing = async ({ client, missing }: Open): Promise<void> => {
    const asked = client.query<{ key: number; isTaken: boolean }>(RENEW, [advisoryLocks.jobs, [...missing]])
    for (const { key, isTaken } of (await inTime(client, asked, answerMs)).rows)
      if (isTaken) missing.delete(key)
  }
  const connect = (): Promise<Open> => {
    const opening = pool.connect().then(async (client) => {
      let isClosed = false
      const close = () => {
        if (session === opening) session = null
        // A connection may report more than once that it broke, even after it was ended.
        if (!isClosed) client.release(true)
        isClosed = true
      }
      client.on('error', close)
      const open = { client, missing: new Set(kept), close }
      try {
        await inTime(client, client.query(SHORT_WAIT), answerMs)
        await takeMissing(open)
      } catch (error) {
        close()
        throw error
      }
      return open
    })
    opening.catch(() => {
      if (session === opening) session = null
    })
    return opening
  }
  const query: Query = async (text, values) => {
    session ??= connect()
    const { client } = await session
    return inTime(client, client.query(text, values), answerMs)
  }

  return {
    query,
    keep: (key) => {
      kept.add(key)
      return async () => {
        kept.delete(key)
        // A `renew` that is just running may still take this lock again; its release is queued behind it on the same connection.
        if (session) (await session).missing.delete(key)
      }
    },
    renew: async () => {
      if (kept.size > 0) session ??= connect()
      const before = await session
      if (!before) return true
      try {
        await takeMissing(before)
        return before.missing.size === 0
      } catch {
        before.close()
      }
      if (kept.size === 0) return true
      session ??= connect()
      return (await session).missing.size === 0
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

const RENEW = 'select key, pg_try_advisory_lock($1::int, key) as "isTaken" from unnest($2::int[]) as key'
