import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Tier } from '#contract/plans.ts'
import { sha256Of } from '../sha256.ts'
import { StartError } from '../start-error.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { liftTimeouts } from './lift-timeouts.ts'
import { syncPlans } from './plans.ts'
import { createPool } from './pool.ts'

export type MigrationSource = { name: string; folder: string }

/** In this order, because the application's policies depend on the auth service's tables and functions. */
export const migrationSources: MigrationSource[] = [
  { name: 'auth', folder: join(import.meta.dirname, '../auth/migrations') },
  { name: 'db', folder: join(import.meta.dirname, 'migrations') },
]

type Migration = { name: string; sql: string; sha256: string }

/**
 * Migrates the database to this version; forward only. Several instances may start at once: one migrates, and the others wait for
 * the lock and find the work done.
 * @throws StartError when an applied file has changed since, or is unknown to this version
 */
export async function migrate(
  connection: pg.ClientConfig,
  sources: MigrationSource[] = migrationSources,
  planDefault: Tier = 'free',
): Promise<string[]> {
  return whileMigrating(connection, async (client) => {
    const known = sources.flatMap(readMigrations)
    const applied = await applyPending(client, known, await readApplied(client, known))
    await syncPlans(client, planDefault)
    return applied
  })
}

export type AppliedMigration = { name: string; sha256: string }

/**
 * Migrates an empty database to the state of another one, so that its rows fit in; `migrate` can then go on from there.
 * @throws StartError when this version has no identical copy of one of the migrations, or when the database is already further on
 */
export async function migrateTo(connection: pg.ClientConfig, wanted: AppliedMigration[]): Promise<void> {
  await whileMigrating(connection, async (client) => {
    const known = migrationSources.flatMap(readMigrations)
    refuseRewrittenHistory(new Map(wanted.map(({ name, sha256 }) => [name, sha256])), known)
    const applied = await readApplied(client, known)
    const names = new Set(wanted.map(({ name }) => name))
    if ([...applied.keys()].some((name) => !names.has(name))) {
      throw new StartError(
        'This Kinora is newer than the backup and has been started on this database before. Restore into a new DATA_DIR (or ' +
          'an empty database): the restore brings the rows to this version by itself.',
      )
    }
    const meant = known.filter(({ name }) => names.has(name))
    await applyPending(client, meant, applied)
  })
}

/** Works in a session that is the only one to migrate this database, after the migrations of the job queue. */
async function whileMigrating<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await liftTimeouts(client)
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrations])
    await migrateJobs(client, connection)
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The migrations that have been applied to a database; empty for a database that is not Kinora's. */
export async function migrationsOf(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query(`select to_regclass('kinora.migrations') as name`)
  if (found[0]?.name === null) return []
  const { rows } = await client.query<AppliedMigration>(
    'select name, sha256 from kinora.migrations order by applied_at, name',
  )
  return rows
}

/**
 * For commands that read this version's tables while Kinora may not have been started since its update.
 * @throws StartError when the database lacks a migration
 */
export async function refuseOlderDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const applied = new Set((await migrationsOf(client)).map(({ name }) => name))
    if (migrationSources.flatMap(readMigrations).every(({ name }) => applied.has(name))) return
    throw new StartError(
      'The database is still that of an older version: start Kinora once, which brings it up to date. Then call this again.',
    )
  } finally {
    await client.end()
  }
}

/** The number of the job queue's own last migration; migrate.test.ts checks it against the installed library. */
export const QUEUE_MIGRATION = 20

/** Applies the job queue's own migrations. The library is large, so it is only loaded if one is missing. */
async function migrateJobs(client: pg.Client, connection: pg.ClientConfig): Promise<void> {
  if ((await lastQueueMigration(client)) === QUEUE_MIGRATION) return

  const { runMigrations } = await import('graphile-worker')
  const pgPool = createPool(connection, { max: 1, onError: () => undefined })
  pgPool.on('connect', (fresh) => void liftTimeouts(fresh).catch(() => undefined))
  try {
    await runMigrations({ pgPool })
  } finally {
    await pgPool.end()
  }
}

async function lastQueueMigration(client: pg.Client): Promise<number | null> {
  const { rows: found } = await client.query(`select to_regclass('graphile_worker.migrations') as name`)
  if (found[0]?.name === null) return null
  const { rows } = await client.query<{ id: number }>('select max(id) as id from graphile_worker.migrations')
  return rows[0]?.id ?? null
}

function readMigrations(source: MigrationSource): Migration[] {
  const files = readdirSync(source.folder).filter((file) => file.endsWith('.sql'))
  return files.sort().map((file) => {
    const sql = readFileSync(join(source.folder, file), 'utf8')
    return { name: `${source.name}/${file}`, sql, sha256: sha256Of(sql) }
  })
}

/**
 * The names and hashes of the migrations that have been applied to a database.
 * @throws StartError when one of them is not among the known ones, or was another one then
 */
async function readApplied(client: pg.Client, known: Migration[]): Promise<Map<string, string>> {
  await client.query(`
    create schema if not exists kinora;
    create table if not exists kinora.migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
  const applied = new Map((await migrationsOf(client)).map(({ name, sha256 }) => [name, sha256]))
  refuseRewrittenHistory(applied, known)
  return applied
}

async function applyPending(
  client: pg.Client,
  migrations: Migration[],
  applied: Map<string, string>,
): Promise<string[]> {
  const pending = migrations.filter((migration) => !applied.has(migration.name))
  for (const migration of pending) await apply(client, migration)
  return pending.map((migration) => migration.name)
}

function refuseRewrittenHistory(applied: Map<string, string>, migrations: Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.name))
  const unknown = [...applied.keys()].find((name) => !known.has(name))
  if (unknown !== undefined) {
    throw new StartError(
      `The database was migrated by a newer version of Kinora (it has ${unknown}, which this version does not know). Start that version.`,
    )
  }

  const changed = migrations.find(({ name, sha256 }) => applied.has(name) && applied.get(name) !== sha256)
  if (changed) {
    throw new StartError(
      `The migration ${changed.name} has been applied to this database and was changed afterwards. ` +
        'Put the file back as it was and write a new migration for the change.',
    )
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query('insert into kinora.migrations (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new Error(`The migration ${migration.name} failed: ${explain(error)}`, { cause: error })
  }
}

function explain(error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) return String(error)
  return [error.message, error.detail, error.hint, error.where].filter(Boolean).join('; ')
}
