import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../testing/database.ts'
import { asUser } from './actor.ts'
import { createDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'
import { SERVER_ROLE, withoutSuperuser } from './session-role.ts'

test('with a superuser’s DATABASE_URL the server migrates and works as an ordinary role', async () => {
  const { superuser } = await createEmptyDatabase()
  const connection = await withoutSuperuser(superuser)
  await migrate(connection)
  const pool = createPool(connection, { max: 1, onError: () => undefined })
  const db = createDatabase(pool)

  const { rows } = await pool.query(
    `select current_user as role, current_setting('is_superuser') as superuser`,
  )
  expect(rows).toEqual([{ role: SERVER_ROLE, superuser: 'off' }])
  const sub = randomUUID()
  const acted = await asUser(db, { sub }, (tx) => sql<{ uid: string }>`select auth.uid() as uid`.execute(tx))
  expect(acted.rows).toEqual([{ uid: sub }])
  await db.destroy()
})

test('an ordinary login role is left as it is', async () => {
  const { connection } = await createEmptyDatabase()

  expect(await withoutSuperuser(connection)).toEqual(connection)
})
