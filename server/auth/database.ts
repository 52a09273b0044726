import type { Pool, PoolClient, QueryResultRow } from 'pg'
import { hasCode } from '../error-code.ts'
import { runAgain } from '../run-again.ts'

/**
 * One transaction as the service's own role, which reaches the schema `auth` and nothing else. Statements run in the
 * order in which they were sent, so those that do not need each other's answers may be sent at once.
 */
export type AuthTransaction = {
  /** All rows. */
  all<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** The first row, or null. */
  first<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<Row | null>
  /** How many rows were affected. */
  run(sql: string, values?: unknown[]): Promise<number>
  /**
   * The last that the transaction writes, sent already: the commit leaves right behind it, without waiting for its answer.
   * Should it fail, PostgreSQL rolls everything back, and `transaction` throws.
   */
  endWith(writes: Promise<unknown>): void
}

export type AuthDatabase = {
  /** One statement that is a transaction by itself, and runs again like one: fewer messages, and no turn to the database but its own. */
  alone<Row extends QueryResultRow>(sql: string, values: unknown[]): Promise<Row[]>
  /**
   * Commits what `work` returns, rolls back what it throws. `work` runs again where somebody else's transaction of the same moment
   * ended it, or a newer version changed what it reads; so it is nothing but statements, or what may be done twice.
   */
  transaction<Result>(work: (tx: AuthTransaction) => Promise<Result>): Promise<Result>
}

const role = 'kinora_auth'

/** How a host runs one statement as a role; where it offers no way of its own, a transaction serves. */
export type RunAlone = (role: string, sql: string, values: unknown[]) => Promise<{ rows: QueryResultRow[] }>

/** The service's way into the pool: whatever the login role may do, queries run as `kinora_auth`. */
export function createAuthDatabase(pool: Pool, runAlone?: RunAlone): AuthDatabase {
  const db: AuthDatabase = {
    async alone<Row extends QueryResultRow>(sql: string, values: unknown[]) {
      if (runAlone === undefined) return db.transaction((tx) => tx.all<Row>(sql, values))
      return (await runAgain(() => runAlone(role, sql, values))).rows as Row[]
    },
    transaction: (work) => runAgain(() => runOnce(pool, work)),
  }
  return db
}

async function runOnce<Result>(pool: Pool, work: (tx: AuthTransaction) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined

  try {
    // The first statement of the work leaves without waiting for the role. Should taking it fail, PostgreSQL has
    // the transaction aborted already: nothing runs with more rights than were asked for.
    const opening = client.query(`begin; set local role ${role}`)
    opening.catch(() => undefined)
    const last: Promise<unknown>[] = [opening]
    const result = await work(over(client, last))
    await Promise.all([...last, client.query('commit')])
    return result
  } catch (error) {
    // A connection that cannot even roll back is thrown away with its transaction.
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** PostgreSQL's code for a value that exists already. */
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
      // Heard here, too: the work may fail before anybody waits for them.
      writes.catch(() => undefined)
      last.push(writes)
    },
  }
}
