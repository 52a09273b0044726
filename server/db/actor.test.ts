import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAuthDatabase } from '../auth/database.ts'
import { createTestDatabase } from '../testing/database.ts'
import { type Asking, asAnonymous, askAsUser, asUser, asWorker, runAlone } from './actor.ts'
import { withActing } from './opening.ts'

const { db, pool } = await createTestDatabase()

const whoActs = (db: Asking) =>
  db
    .selectNoFrom([sql<string>`current_user`.as('role'), sql<string | null>`auth.uid()`.as('uid')])
    .executeTakeFirst()

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

const hostile = `'); reset role; --\\' \u0000 \u{1f9d3}`
const whatIsStated = (db: Asking) =>
  db
    .selectNoFrom([
      sql<string>`current_setting('request.jwt.claims')`.as('claims'),
      sql<string>`current_user`.as('role'),
    ])
    .executeTakeFirst()

test.each([
  ['transaction', asUser],
  ['single statement', askAsUser],
])('claims cannot break out of what states them for a %s', async (_what, act) => {
  const stated = await act(db, { sub: randomUUID(), session_id: hostile }, whatIsStated)

  expect(stated?.role).toBe('authenticated')
  expect(JSON.parse(stated?.claims ?? '')).toMatchObject({ session_id: hostile })
})

test('of a token the database is told what policies ask for', async () => {
  const sub = randomUUID()
  const stated = await asUser(db, { sub, role: 'postgres', user_metadata: { bio: 'long' } }, whatIsStated)

  expect(JSON.parse(stated?.claims ?? '')).toEqual({ sub, role: 'authenticated' })
})

test('a single statement acts as the person, each of many at once as its own', async () => {
  const people = Array.from({ length: 50 }, () => randomUUID())
  const seen = await Promise.all(people.map((sub) => askAsUser(db, { sub }, whoActs)))

  expect(seen).toEqual(people.map((uid) => ({ role: 'authenticated', uid })))
})

test('a single statement gives its rows and no others, with parameters and without', async () => {
  const rows = await askAsUser(db, { sub: randomUUID() }, (asking) =>
    asking.selectNoFrom([sql<number>`${7}::int`.as('seven'), sql<number>`1`.as('one')]).execute(),
  )
  expect(rows).toEqual([{ seven: 7, one: 1 }])
})

test('nothing of a person stays after a single statement, nor after one that failed', async () => {
  const failing = (asking: Asking) => asking.selectNoFrom(sql`1 / ${0}::int`.as('never')).execute()
  for (const work of [whoActs, failing]) {
    await askAsUser(db, { sub: randomUUID() }, async (asking) => work(asking)).catch(() => undefined)
    expect(await db.selectNoFrom(sql`current_user`.as('role')).execute()).toEqual([{ role: 'kinora_server' }])
  }
  expect(await askAsUser(db, { sub: randomUUID() }, whoActs)).toMatchObject({ role: 'authenticated' })
})

test('a second statement has no rights', async () => {
  const both = askAsUser(db, { sub: randomUUID() }, async (asking) => {
    await whoActs(asking)
    return asking.selectFrom('stories').select('id').execute()
  })

  await expect(both).rejects.toThrow('permission denied')
})

test('a statement whose role cannot be taken is not run', async () => {
  const acting = { role: 'nobody_of_this_name', claims: '{}' }

  await expect(withActing(acting, () => whoActs(db))).rejects.toThrow('nobody_of_this_name')
  expect(await askAsUser(db, { sub: randomUUID() }, whoActs)).toMatchObject({ role: 'authenticated' })
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

test('whoever holds a connection gets no second one, whatever it is for, and after the first one is given back does', async () => {
  const claims = { sub: randomUUID() }
  const auth = createAuthDatabase(pool, (role, text, values) => runAlone(pool, role, text, values))
  const others: (() => Promise<unknown>)[] = [
    () => asWorker(db, null, whoActs),
    () => askAsUser(db, claims, whoActs),
    () => auth.transaction((tx) => tx.all('select 1')),
    () => auth.alone('select 1', []),
  ]

  for (const other of others) {
    await expect(asUser(db, claims, other)).rejects.toThrow('inside another')
    await expect(auth.transaction(other)).rejects.toThrow('inside another')
  }
  const late = Promise.withResolvers<void>()
  const begun = await asUser(db, claims, async () => ({
    after: late.promise.then(() => asUser(db, claims, whoActs)),
  }))
  late.resolve()
  expect(await begun.after).toMatchObject({ role: 'authenticated' })
  await Promise.all(others.map((other) => other()))
})
