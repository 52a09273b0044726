import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { startingAs } from '../db/connections.ts'
import { createDatabase, type Database } from '../db/database.ts'
import { migrateTo } from '../db/migrate.ts'
import { createPool } from '../db/pool.ts'
import { TEMPLATE } from './cluster.ts'

export type TestDatabase = {
  /** How the server signs in: owner of the schemas, no superuser. */
  connection: pg.ClientConfig
  /** The same database for a superuser, for what no role of ours may see or do. */
  superuser: pg.ClientConfig
  /** As the server has it: its sessions can do nothing outside an actor's transaction. */
  pool: pg.Pool
  db: Database
  /** One statement as the tables' owner, past the policies: to arrange what no person could. */
  asOwner: (statement: string, values?: unknown[]) => Promise<pg.QueryResult>
}

/**
 * A migrated database of the calling test file's own. Call it at the top of the file:
 * `const database = await createTestDatabase()`. It is closed after the file's last test.
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

/** A database as it stands before the newest migrations, before the server that brings them was started. */
export async function createOlderDatabase({ asOwner }: TestDatabase): Promise<pg.ClientConfig> {
  const { connection } = await createEmptyDatabase()
  const { rows } = await asOwner(
    `select name, sha256 from kinora.migrations where name < 'auth/0008' or name between 'db/0001' and 'db/0094'`,
  )
  await migrateTo(connection, rows)
  return connection
}

/** File by file: written to the log page by page, as PostgreSQL has it by itself, a copy is twice the work. */
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
        // PostgreSQL's own cleaning may look at the template just now, for longer than it waits by itself (five seconds).
        if (error instanceof pg.DatabaseError && error.code === '55006' && tries > 1) return make(tries - 1)
        throw error
      })
    await make(12)
  } finally {
    await client.end()
  }
  return { connection: { ...login, database }, superuser: { ...superuser, database } }
}
