import { expect, onTestFinished, test } from 'vitest'
import { createPool } from '../db/pool.ts'
import { createTestDatabase } from '../testing/database.ts'
import { openLockSession } from './lock-session.ts'

const database = await createTestDatabase()

test('a session that is ended while it opens, and breaks in that moment, is given back to its pool', async () => {
  const pool = createPool(database.connection, { max: 1, onError: () => undefined })
  onTestFinished(() => pool.end())
  const client = await pool.connect()
  const locks = openLockSession(pool)
  locks.keep(1943)
  const renewed = locks.renew()

  locks.end()
  // From now on the connection belongs to the lock session; it breaks before it can answer.
  client.release()
  client.connection.stream.destroy()
  await expect(renewed).rejects.toThrow('Connection terminated')

  await expect.poll(() => pool.totalCount).toBe(0)
})
