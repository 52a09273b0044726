import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { asAnonymous, asUser, asWorker, type Tx } from './actor.ts'

const { db, pool } = await createTestDatabase()

async function whoActs(tx: Tx) {
  const { rows } = await sql<{
    role: string
    uid: string | null
  }>`select current_user as role, auth.uid() as uid`.execute(tx)
  return rows[0]
}

test('a request acts as the person its token belongs to', async () => {
  const sub = randomUUID()

  expect(await asUser(db, { sub }, whoActs)).toEqual({ role: 'authenticated', uid: sub })
})

test('a job acts as the worker, on the person whose row it works on', async () => {
  const sub = randomUUID()

  expect(await asWorker(db, sub, whoActs)).toEqual({ role: 'kinora_worker', uid: sub })
  expect(await asWorker(db, null, whoActs)).toEqual({ role: 'kinora_worker', uid: null })
})

test('a visitor acts as nobody', async () => {
  expect(await asAnonymous(db, whoActs)).toEqual({ role: 'anon', uid: null })
})

test('claims cannot break out of the statement that states them', async () => {
  const name = `'); reset role; --\\' \u0000 \u{1f9d3}`
  const claims = await asUser(db, { sub: randomUUID(), name }, async (tx) => {
    const { rows } = await sql<{ claims: string; role: string }>`
      select current_setting('request.jwt.claims') as claims, current_user as role`.execute(tx)
    return rows[0]
  })

  expect(claims?.role).toBe('authenticated')
  expect(JSON.parse(claims?.claims ?? '')).toMatchObject({ name })
})

test('nothing of a person stays on the connection after their transaction', async () => {
  const client = await pool.connect()
  client.release()
  await asUser(db, { sub: randomUUID() }, whoActs)
  await expect(
    asUser(db, { sub: randomUUID() }, async () => Promise.reject(new Error('stop'))),
  ).rejects.toThrow('stop')

  const { rows } = await pool.query(
    `select current_user as role, current_setting('request.jwt.claims', true) as claims`,
  )
  expect(rows).toEqual([{ role: 'kinora_server', claims: '' }])
})

test('a transaction begun inside another actor’s work does not act as that actor', async () => {
  const inner = await asUser(db, { sub: randomUUID() }, () =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ role: string }>`select current_user as role`.execute(tx)
      return rows[0]
    }),
  )

  expect(inner).toMatchObject({ role: 'kinora_server' })
})
