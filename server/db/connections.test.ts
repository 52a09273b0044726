import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { createLog } from '../log.ts'
import { urlOf } from '../testing/addresses.ts'
import { createEmptyDatabase, createTestDatabase } from '../testing/database.ts'
import { asUser } from './actor.ts'
import { prepareConnections } from './connections.ts'
import { createDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'
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

test('what the address of a database says beside its name takes no role from its sessions, and no name', async () => {
  const { superuser } = await createEmptyDatabase()
  const said =
    '?options=-c%20statement_timeout%3D61s%20-c%20role%3Dpostgres&application_name=ours&connect_timeout=9'
  const env = readEnv({ DATABASE_URL: `${urlOf(superuser)}${said}` })

  const { login } = await openDatabase(env, createLog('silent'))
  const { owner, sessions } = await prepareConnections(login)

  const asked = `${whoAmI}, current_setting('statement_timeout') as timeout, current_setting('application_name') as name`
  const all = { superuser: 'off', timeout: '61s', name: 'kinora' }
  expect(await ask(owner, asked)).toEqual([{ role: 'kinora_owner', ...all }])
  expect(await ask(sessions, asked)).toEqual([{ role: 'kinora_server', ...all }])
})

test('sessions that would have the rights of whoever signs in are none to start with', async () => {
  const { superuser, connection } = await createEmptyDatabase()

  // Imitates a pooler that drops the startup options of a session.
  for (const login of [superuser, connection]) {
    const connectionString = `${urlOf(login)}?options=-c%20jit%3Doff`
    await expect(prepareConnections({ connectionString })).rejects.toThrow(
      /do not start as kinora_.*PgBouncer/,
    )
  }
})

test('several instances may prepare their roles at once', async () => {
  const { connection } = await createEmptyDatabase()

  const prepared = await Promise.all([1, 2, 3, 4].map(() => prepareConnections(connection)))
  expect(new Set(prepared.map(({ sessions }) => sessions.options))).toEqual(
    new Set(['-c role=kinora_server']),
  )
})
