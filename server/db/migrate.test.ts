import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { queryIn } from '../testing/backups.ts'
import { createEmptyDatabase } from '../testing/database.ts'
import { type MigrationSource, migrate, migrationSources, QUEUE_MIGRATION } from './migrate.ts'

/** The real migrations and a folder of the test's own after them. */
function withOwnFolder(): {
  sources: MigrationSource[]
  write: (file: string, sql: string) => void
  folder: string
} {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return {
    folder,
    sources: [...migrationSources, { name: 'own', folder }],
    write: (file, sql) => writeFileSync(join(folder, file), sql),
  }
}

test('each migration is applied once, in order', async () => {
  const { connection } = await createEmptyDatabase()
  const { sources, write } = withOwnFolder()
  write('0002_second.sql', 'insert into own_log values (2)')
  write('0001_first.sql', 'create table own_log (n int); insert into own_log values (1)')

  expect((await migrate(connection, sources)).slice(-2)).toEqual([
    'own/0001_first.sql',
    'own/0002_second.sql',
  ])
  expect(await migrate(connection, sources)).toEqual([])
  expect(await queryIn(connection, 'select n from own_log')).toEqual([{ n: 1 }, { n: 2 }])
})

test('instances that start at once migrate once', async () => {
  const { connection } = await createEmptyDatabase()
  const { sources, write } = withOwnFolder()
  write('0001_first.sql', 'create table own_log (n int); insert into own_log values (1)')

  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(connection, sources)))

  expect(applied.filter((names) => names.includes('own/0001_first.sql'))).toHaveLength(1)
  expect(await queryIn(connection, 'select n from own_log')).toEqual([{ n: 1 }])
})

test('the queue is asked for its migrations until the last one that its library knows is applied', async () => {
  const { connection } = await createEmptyDatabase()
  await migrate(connection)

  expect(await queryIn(connection, 'select max(id) as id from graphile_worker.migrations')).toEqual([
    { id: QUEUE_MIGRATION },
  ])
})

test('limits that the operator set for sessions end neither a long migration nor the wait for one', async () => {
  const { connection } = await createEmptyDatabase()
  await migrate(connection)
  const { sources, write } = withOwnFolder()
  write('0001_long.sql', 'select pg_sleep(1.5)')
  const limits = '-c statement_timeout=1s -c lock_timeout=1s -c idle_session_timeout=1s'
  const limited = { ...connection, options: `${connection.options ?? ''} ${limits}`.trim() }

  const applied = await Promise.all([1, 2].map(() => migrate(limited, sources)))

  expect(applied.flat()).toEqual(['own/0001_long.sql'])
})

test('an applied migration that was changed stops the start with a sentence', async () => {
  const { connection } = await createEmptyDatabase()
  const { sources, write } = withOwnFolder()
  write('0001_first.sql', 'select 1')
  await migrate(connection, sources)
  write('0001_first.sql', 'select 2')

  await expect(migrate(connection, sources)).rejects.toThrow(
    /own\/0001_first\.sql has been applied .* changed/,
  )
})

test('a database that a newer version migrated stops the start with a sentence', async () => {
  const { connection } = await createEmptyDatabase()
  const { sources, write } = withOwnFolder()
  write('0009_newer.sql', 'select 1')
  await migrate(connection, sources)

  await expect(migrate(connection)).rejects.toThrow(/newer version of Kinora .*0009_newer/)
})

test('a migration that fails leaves nothing behind and says where', async () => {
  const { connection } = await createEmptyDatabase()
  const { sources, write } = withOwnFolder()
  write('0001_half.sql', 'create table half (n int); select no_such_function()')

  await expect(migrate(connection, sources)).rejects.toThrow(/own\/0001_half\.sql failed: .*no_such_function/)
  expect(await queryIn(connection, `select to_regclass('half') as half`)).toEqual([{ half: null }])

  write('0001_half.sql', 'create table half (n int)')
  expect(await migrate(connection, sources)).toEqual(['own/0001_half.sql'])
})

test('the migrations of this repository apply to a copy of its folder too, wherever it lies', async () => {
  const { connection } = await createEmptyDatabase()
  const { folder } = withOwnFolder()
  const moved = migrationSources.map((source) => {
    const to = join(folder, source.name)
    cpSync(source.folder, to, { recursive: true })
    return { name: source.name, folder: to }
  })

  await migrate(connection, moved)
  expect(await migrate(connection)).toEqual([])
})
