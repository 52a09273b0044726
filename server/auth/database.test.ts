import { expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { type AuthTransaction, createAuthDatabase } from './database.ts'

const { pool } = await createTestDatabase()
const db = createAuthDatabase(pool)

const count = (tx: AuthTransaction, key: string) =>
  tx.run('insert into auth.rate_limits (key, points) values ($1, 1)', [key])
const counted = () => db.alone<{ key: string }>('select key from auth.rate_limits order by key', [])

it('keeps what a transaction ends with', async () => {
  await db.transaction(async (tx) => tx.endWith(count(tx, 'first')))

  expect(await counted()).toEqual([{ key: 'first' }])
})

it('undoes everything when one of the last writes fails, says so, and goes on', async () => {
  const failing = db.transaction(async (tx) => {
    await count(tx, 'second')
    tx.endWith(Promise.all([count(tx, 'first'), count(tx, 'third')]))
  })

  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await counted()).toEqual([{ key: 'first' }])
})

it('undoes the last writes of work that fails after them, also when they fail, too', async () => {
  const failing = db.transaction(async (tx) => {
    tx.endWith(Promise.all([count(tx, 'fourth'), count(tx, 'first')]))
    throw new Error('the work failed')
  })

  await expect(failing).rejects.toThrow('the work failed')
  expect(await counted()).toEqual([{ key: 'first' }])
})
