import { sql } from 'kysely'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { askAsUser, asUser } from './actor.ts'
import { startingAs } from './connections.ts'
import { createDatabase } from './database.ts'
import { createPool } from './pool.ts'
import { createStatementNames, isOutdated } from './statement-names.ts'

const { pool, connection, asOwner } = await createTestDatabase()

test('a text always has the same name, and different texts have different ones', () => {
  const names = createStatementNames()

  expect(names.nameOf('select $1')).toBe(names.nameOf('select $1'))
  expect(names.nameOf('select $1')).not.toBe(names.nameOf('select $2'))
  expect(createStatementNames().nameOf('select $1')).toBe(names.nameOf('select $1'))
})

test('texts without end do not become prepared statements without end', () => {
  const names = createStatementNames(2)
  names.nameOf('select $1')
  names.nameOf('select $2')

  expect(names.nameOf('select $3')).toBeUndefined()
  expect(names.nameOf('select $1')).toBeDefined()
})

test('a parametrised query is prepared once for its connection and gives its rows', async () => {
  const client = await pool.connect()
  try {
    for (const n of [1, 2, 3]) {
      expect((await client.query('select $1::int as n', [n])).rows).toEqual([{ n }])
    }
    const { rows } = await client.query(
      `select statement from pg_prepared_statements where name <> 'kinora_actor'`,
    )
    expect(rows).toEqual([{ statement: 'select $1::int as n' }])
  } finally {
    client.release()
  }
})

test('what a newer version adds to a table fails a statement that was prepared before once, and not for as long as its connection lasts', async () => {
  await asOwner('create table public.newer (id int primary key); insert into public.newer values (1)')
  await asOwner('grant select on public.newer to kinora_worker')
  const read = 'select * from public.newer where id = $1'
  const client = await pool.connect()
  try {
    await client.query('set role kinora_worker')
    expect((await client.query(read, [1])).rows).toEqual([{ id: 1 }])
    await asOwner('alter table public.newer add column name text')

    await expect(client.query(read, [1])).rejects.toThrow('cached plan')
    expect((await client.query(read, [1])).rows).toEqual([{ id: 1, name: null }])
  } finally {
    client.release(true)
  }
})

test.each([
  ['a person’s request', 'newest', asUser],
  ['a person’s request of one statement alone', 'alone', askAsUser],
])('%s that meets it is done once more, and its answer is there', async (_, table, as) => {
  await asOwner(`create table public.${table} (id int primary key); insert into public.${table} values (1)`)
  await asOwner(`grant select on public.${table} to authenticated`)
  const one = createPool(startingAs(connection, 'kinora_server'), { max: 1, onError: () => undefined })
  onTestFinished(() => one.end())
  const ask = () =>
    as(createDatabase(one), { sub: uuidv7(), aal: 'aal1' }, (db) =>
      sql`select * from ${sql.table(`public.${table}`)} where id = ${1}`.execute(db),
    )
  expect((await ask()).rows).toEqual([{ id: 1 }])
  await asOwner(`alter table public.${table} add column name text`)

  expect((await ask()).rows).toEqual([{ id: 1, name: null }])
})

test('it is known where the database speaks another language, too', () => {
  const said = 'gespeicherter Plan darf den Ergebnistyp nicht ändern'
  const error = Object.assign(new pg.DatabaseError(said, said.length, 'error'), {
    code: '0A000',
    routine: 'RevalidateCachedQuery',
  })

  expect(isOutdated(error)).toBe(true)
  // PostgreSQL uses the same code for everything that it does not support.
  expect(isOutdated(Object.assign(error, { routine: 'transformLockingClause' }))).toBe(false)
})

test('bytes, milliseconds and counts come as numbers', async () => {
  const { rows } = await pool.query('select 5000000000::bigint as bytes, 1.5::numeric as hours')

  expect(rows).toEqual([{ bytes: 5_000_000_000, hours: 1.5 }])
})
