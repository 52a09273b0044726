import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { startingAs } from '../db/connections.ts'
import { createDatabase, type Database } from '../db/database.ts'
import { migrateTo } from '../db/migrate.ts'
import { createPool } from '../db/pool.ts'
import { TEMPLATE } from './cluster.ts'

export type TestDatabase = {
  /** The login of the server: owner of the schemas, not a superuser. */
  connection: pg.ClientConfig
  /** The same database with a superuser's login, for what no role of Kinora's may see or do. */
  superuser: pg.ClientConfig
  /** The pool as the server has it: its sessions have no rights outside an actor's transaction. */
  pool: pg.Pool
  db: Database
  /** Runs one statement as the tables' owner, past the policies, to arrange what no person could. */
  asOwner: (statement: string, values?: unknown[]) => Promise<pg.QueryResult>
}

/**
 * A migrated database for the calling test file alone, closed after the file's last test. Call it at the top of the file:
 * `const database = await createTestDatabase()`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { connection, superuser } = await copyTemplate()
  const pool = createPool(startingAs(connection, 'kinora_server'), { max: 10, onError: () => undefined })
  const db = createDatabase(pool)

  const owner = new pg.Pool({ ...connection, max: 1 })
  owner.on('error', () => undefined)

  afterAll(() => Promise.all([db.destroy(), owner.end()]))
  return { connection, superuser, pool, db, asOwner: (statement, values) => owner.query(statement, values) }
}

/** An empty database, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<{
  connection: pg.ClientConfig
  superuser: pg.ClientConfig
}> {
  return makeDatabase('')
}

/** A database without the newest migrations, as it is before the server that contains them has been started. */
export async function createOlderDatabase({ asOwner }: TestDatabase): Promise<pg.ClientConfig> {
  const { connection } = await createEmptyDatabase()
  const { rows } = await asOwner(
    `select name, sha256 from kinora.migrations where name < 'auth/0008' or name between 'db/0001' and 'db/0094'`,
  )
  await migrateTo(connection, rows)
  return connection
}

/** The file_copy strategy: PostgreSQL's default writes every page of the copy to the log, which is twice the work. */
function copyTemplate(): Promise<{ connection: pg.ClientConfig; superuser: pg.ClientConfig }> {
  return makeDatabase(`template ${TEMPLATE} strategy file_copy`)
}

async function makeDatabase(
  from: string,
): Promise<{ connection: pg.ClientConfig; superuser: pg.ClientConfig }> {
  const { login, superuser } = inject('cluster')
  const database = `test_${randomBytes(8).toString('hex')}`
  const client = new pg.Client(superuser)
  await client.connect()
  try {
    const make = (tries: number): Promise<unknown> =>
      client.query(`create database ${database} owner ${login.user} ${from}`).catch((error: unknown) => {
        // Autovacuum may be connected to the template, for longer than PostgreSQL itself waits (five seconds).
        if (error instanceof pg.DatabaseError && error.code === '55006' && tries > 1) return make(tries - 1)
        throw error
      })
    await make(12)
  } finally {
    await client.end()
  }
  return { connection: { ...login, database }, superuser: { ...superuser, database } }
}
