import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { createEmptyDatabase, createTestDatabase } from '../testing/database.ts'
import { asUser } from './actor.ts'
import { prepareConnections } from './connections.ts'
import { createDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'

const whoAmI = `select current_user as role, current_setting('is_superuser') as superuser`

async function ask(connection: pg.ClientConfig, text: string): Promise<unknown[]> {
  const pool = createPool(connection, { max: 1, onError: () => undefined })
  try {
    return (await pool.query(text)).rows
  } finally {
    await pool.end()
  }
}

test('with a superuser’s DATABASE_URL the server migrates and works as ordinary roles', async () => {
  const { superuser } = await createEmptyDatabase()
  const { owner, sessions } = await prepareConnections(superuser)
  await migrate(owner)

  expect(await ask(owner, whoAmI)).toEqual([{ role: 'kinora_owner', superuser: 'off' }])
  expect(await ask(sessions, whoAmI)).toEqual([{ role: 'kinora_server', superuser: 'off' }])

  const db = createDatabase(createPool(sessions, { max: 1, onError: () => undefined }))
  const sub = randomUUID()
  const acted = await asUser(db, { sub }, (tx) => sql<{ uid: string }>`select auth.uid() as uid`.execute(tx))
  expect(acted.rows).toEqual([{ uid: sub }])
  await db.destroy()
})

test('a query outside an actor’s transaction reaches no table', async () => {
  const { pool } = await createTestDatabase()

  for (const table of [
    'public.stories',
    'public.prompts',
    'auth.users',
    'graphile_worker.jobs',
    'kinora.migrations',
  ]) {
    await expect(pool.query(`select * from ${table}`)).rejects.toThrow(/permission denied/)
  }
})

test('resetting the role leads back to the powerless one', async () => {
  const { sessions } = await prepareConnections((await createEmptyDatabase()).connection)
  const pool = createPool(sessions, { max: 1, onError: () => undefined })

  await pool.query('set role authenticated')
  await pool.query('reset role')
  expect((await pool.query(whoAmI)).rows).toEqual([{ role: 'kinora_server', superuser: 'off' }])
  await pool.end()
})

test('several instances may prepare their roles at once', async () => {
  const { connection } = await createEmptyDatabase()

  const prepared = await Promise.all([1, 2, 3, 4].map(() => prepareConnections(connection)))
  expect(new Set(prepared.map(({ sessions }) => sessions.options))).toEqual(
    new Set(['-c role=kinora_server']),
  )
})
