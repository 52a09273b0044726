import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import type { TestDatabase } from './database.ts'

/** Begins another transaction, which is open until it is committed or the test ends. */
export async function otherTransaction({ connection }: Pick<TestDatabase, 'connection'>): Promise<pg.Client> {
  const other = new pg.Client(connection)
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  return other
}

/** Resolves once that many statements wait for a lock. */
export async function somebodyWaits(
  { asOwner }: Pick<TestDatabase, 'asOwner'>,
  statements = 1,
): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await asOwner(waiting)).rowCount).toBeGreaterThanOrEqual(statements)
}

/** Begins somebody else's work in the midst of a transaction of the test, which does not belong to it (server/db/one-connection.ts). */
export const elsewhere: <Result>(work: () => Result) => Result = AsyncLocalStorage.snapshot()
