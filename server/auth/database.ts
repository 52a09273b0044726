import type { Pool, PoolClient, QueryResultRow } from 'pg'
import { withOneConnection } from '../db/one-connection.ts'
import { hasCode } from '../error-code.ts'
import { runAgain } from '../run-again.ts'

/**
 * One transaction as the service's own role, which can access the schema `auth` and nothing else. Statements run in the order in
 * which they were sent, so statements that do not need each other's results may be sent without awaiting each one.
 */
export type AuthTransaction = {
  /** Resolves with all rows. */
  all<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Resolves with the first row, or null. */
  first<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<Row | null>
  /** Resolves with the number of affected rows. */
  run(sql: string, values?: unknown[]): Promise<number>
  /**
   * Takes the transaction's last writes, which have already been sent: the commit is sent right behind them, without waiting for
   * their results. Should one fail, PostgreSQL rolls everything back, and `transaction` throws.
   */
  endWith(writes: Promise<unknown>): void
}

export type AuthDatabase = {
  /** Runs one statement as a transaction of its own, retried like `transaction`, with fewer round trips to the database. */
  alone<Row extends QueryResultRow>(sql: string, values: unknown[]): Promise<Row[]>
  /**
   * Commits when `work` returns and rolls back when it throws. `work` is retried when a concurrent transaction aborted it, or when a
   * newer version has changed the tables it reads; so it must contain only statements, or effects that may happen twice.
   */
  transaction<Result>(work: (tx: AuthTransaction) => Promise<Result>): Promise<Result>
}

const role = 'kinora_auth'

/** How the host application runs one statement as a role. When it provides none, a transaction is used instead. */
export type RunAlone = (role: string, sql: string, values: unknown[]) => Promise<{ rows: QueryResultRow[] }>

/** Wraps the pool for this service: whatever rights the login role has, queries run as `kinora_auth`. */
export function createAuthDatabase(pool: Pool, runAlone?: RunAlone): AuthDatabase {
  const db: AuthDatabase = {
    async alone<Row extends QueryResultRow>(sql: string, values: unknown[]) {
      if (runAlone === undefined) return db.transaction((tx) => tx.all<Row>(sql, values))
      return (await runAgain(() => runAlone(role, sql, values))).rows as Row[]
    },
    transaction: (work) => runAgain(() => withOneConnection(() => runOnce(pool, work))),
  }
  return db
}

async function runOnce<Result>(pool: Pool, work: (tx: AuthTransaction) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined

  try {
    // The first statement of `work` is sent without waiting until the role is set. Should setting it fail, PostgreSQL has
    // already aborted the transaction, so no statement runs with the login role's rights.
    const opening = client.query(`begin; set local role ${role}`)
    opening.catch(() => undefined)
    const last: Promise<unknown>[] = [opening]
    const result = await work(over(client, last))
    await Promise.all([...last, client.query('commit')])
    return result
  } catch (error) {
    // A connection on which even the rollback fails is discarded together with its transaction.
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Whether a statement failed because a value that has to be unique exists already. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, '23505')
}

function over(client: PoolClient, last: Promise<unknown>[]): AuthTransaction {
  return {
    async all(sql, values) {
      return (await client.query(sql, values)).rows
    },
    async first(sql, values) {
      return (await client.query(sql, values)).rows[0] ?? null
    },
    async run(sql, values) {
      return (await client.query(sql, values)).rowCount ?? 0
    },
    endWith(writes) {
      // Handled here too, because `work` may fail before the writes are awaited: they would be an unhandled rejection.
      writes.catch(() => undefined)
      last.push(writes)
    },
  }
}
