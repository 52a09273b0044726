import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { standStill } from '../testing/stand-still.ts'
import { inTime } from './silent-line.ts'

const { connection } = await createTestDatabase()

async function connected(): Promise<pg.Client> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end().catch(() => undefined))
  return client
}

test('a line on which no answer comes in time is broken off', async () => {
  const client = await connected()

  await expect(inTime(client, client.query('select pg_sleep(600)'), 100)).rejects.toThrow('terminated')
})

test('a line whose answer came while this process stood still is kept', async () => {
  const client = await connected()

  const answer = inTime(client, client.query('select 1 as one from pg_sleep(1.2)'), 1_000)
  standStill(3_000)

  expect((await answer).rows).toEqual([{ one: 1 }])
})
