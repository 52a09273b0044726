import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { syncPlans } from './plans.ts'

const database = await createTestDatabase()
const client = new pg.Client(database.connection)
await client.connect()
afterAll(() => client.end())

const addAccount = async () => {
  const { rows } = await client.query('insert into auth.users (id, email) values ($1, $2) returning id', [
    randomUUID(),
    `${randomUUID()}@example.com`,
  ])
  return rows[0].id
}
const tierOf = async (id: string) => {
  const { rows } = await client.query('select tier from app.allowances where user_id = $1', [id])
  return rows[0]?.tier
}

test('the default plan is that of new accounts and of old ones that neither paid nor were granted another', async () => {
  const [old, granted] = [await addAccount(), await addAccount()]
  await client.query(`update subscriptions set tier = 'family', source = 'operator' where user_id = $1`, [
    granted,
  ])

  await syncPlans(client, 'generation')
  const fresh = await addAccount()

  expect([await tierOf(old), await tierOf(granted), await tierOf(fresh)]).toEqual([
    'generation',
    'family',
    'generation',
  ])
  await syncPlans(client, 'free')
  expect([await tierOf(old), await tierOf(granted)]).toEqual(['free', 'family'])
})
