import { v7 as uuid } from 'uuid'
import { expect, it, onTestFinished } from 'vitest'
import { runAlone } from '../db/actor.ts'
import { startingAs } from '../db/connections.ts'
import { createPool } from '../db/pool.ts'
import { logIn, newAccount, refresh, startAuth } from '../testing/auth-service.ts'
import { createTestDatabase } from '../testing/database.ts'
import { asSuperuser } from '../testing/superuser.ts'
import { type AuthTransaction, createAuthDatabase } from './database.ts'

const { pool, connection, superuser } = await createTestDatabase()
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

it('keeps people signed in, and lets them in, while a newer version adds to what is read of their sessions', async () => {
  // A single connection, so that the later queries use the statements that were prepared before the tables changed.
  const one = createPool(startingAs(connection, 'kinora_server'), { max: 1, onError: () => undefined })
  onTestFinished(() => one.end())
  const auth = await startAuth(one, { autoconfirm: true })
  const { email, refreshToken } = await newAccount(auth)
  const { body } = await refresh(auth, refreshToken)
  await asSuperuser(superuser, 'alter table auth.sessions add column newer text', [])

  expect((await refresh(auth, body.refresh_token)).status).toBe(200)
  await asSuperuser(superuser, 'alter table auth.sessions add column newest text', [])
  expect((await logIn(auth, email)).refreshToken).toEqual(expect.any(String))
})

it('asks a lone statement once more that a newer version has added to', async () => {
  const one = createPool(startingAs(connection, 'kinora_server'), { max: 1, onError: () => undefined })
  onTestFinished(() => one.end())
  const alone = createAuthDatabase(one, (role, text, values) => runAlone(one, role, text, values))
  const ask = () => alone.alone('select * from auth.one_time_tokens where id = $1', [uuid()])
  expect(await ask()).toEqual([])
  await asSuperuser(superuser, 'alter table auth.one_time_tokens add column newer text', [])

  expect(await ask()).toEqual([])
})
