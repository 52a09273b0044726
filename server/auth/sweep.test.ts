import { expect, it } from 'vitest'
import { newAccount, newEmail, startAuth } from '../testing/auth-service.ts'
import { createTestDatabase } from '../testing/database.ts'
import { wholeReads } from '../testing/query-plan-rules.ts'
import { watchQueryPlans } from '../testing/query-plans-of.ts'
import { asSuperuser } from '../testing/superuser.ts'

const database = await createTestDatabase()
const { pool, superuser } = database
const ask = (text: string, values: unknown[] = []) => asSuperuser(superuser, text, values)

const countsOf = async (userId: string) => {
  const [counts] = await ask(
    `select (select count(*)::int from auth.sessions where user_id = $1) as sessions,
            (select count(*)::int from auth.one_time_tokens where user_id = $1) as tokens,
            (select count(*)::int from auth.audit_log_entries where user_id = $1) as audits`,
    [userId],
  )
  return counts
}

it('lets go of sessions, tokens and audit rows that have expired, and of no others', async () => {
  const auth = await startAuth(pool, { autoconfirm: true })
  const [old, fresh] = [await newAccount(auth), await newAccount(auth)]
  for (const { email } of [old, fresh]) await auth.call('POST', '/recover', { body: { email } })
  await auth.settled()
  const kept = await countsOf(fresh.id)
  for (const table of ['sessions', 'one_time_tokens', 'audit_log_entries']) {
    await ask(`update auth.${table} set created_at = now() - interval '401 days' where user_id = $1`, [
      old.id,
    ])
  }

  await auth.sweep()

  expect(await countsOf(old.id)).toEqual({ sessions: 0, tokens: 0, audits: 0 })
  expect(await countsOf(fresh.id)).toEqual(kept)
  expect(kept).toMatchObject({ sessions: 1, tokens: 1 })
})

it('counts a session from its last refresh, and by the operator’s limit where there is one', async () => {
  const auth = await startAuth(pool, { autoconfirm: true, sessionInactivitySeconds: 3600 })
  const [idle, busy] = [await newAccount(auth), await newAccount(auth)]
  await ask(`update auth.sessions set created_at = now() - interval '2 hours' where user_id = any($1)`, [
    [idle.id, busy.id],
  ])
  await ask('update auth.sessions set refreshed_at = now() where user_id = $1', [busy.id])

  await auth.sweep()

  expect((await countsOf(idle.id)).sessions).toBe(0)
  expect((await countsOf(busy.id)).sessions).toBe(1)
})

it('forgets counters whose time is over and keeps those that still hold somebody back', async () => {
  const auth = await startAuth(pool)
  const [over, holding] = [newEmail(), newEmail()]
  await ask(
    `insert into auth.rate_limits (key, points, expire)
     values ($1, 1, extract(epoch from now()) * 1000 - 1), ($2, 1, extract(epoch from now()) * 1000 + 60000)`,
    [over, holding],
  )

  await auth.sweep()

  expect(await ask('select key from auth.rate_limits where key = any($1)', [[over, holding]])).toEqual([
    { key: holding },
  ])
})

it('finds what has expired by an index in each table', async () => {
  const auth = await startAuth(pool)
  const { plansOf } = await watchQueryPlans({ database, services: { pool } })

  const plans = await plansOf(() => auth.sweep())

  expect(plans).not.toEqual([])
  expect(plans.flatMap(wholeReads)).toEqual([])
})
