import { expect, test } from 'vitest'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser } from '../../testing/recorder.ts'
import { startStripe } from '../../testing/stripe.ts'
import { billingJobs } from './billing.jobs.ts'

const stripe = await startStripe()
const { person, database, services } = await createTestKinora({
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
  STRIPE_PRICE_FAMILY: 'price_family',
  STRIPE_URL: stripe.url,
})
const jobs = billingJobs(services)

/** Somebody who has paid for a month that is over since, as far as Kinora was told. */
async function payer() {
  const ana = await person('Ana')
  await ana.client.billing.checkout({ tier: 'family' })
  const { rows } = await database.asOwner(
    'select stripe_customer_id as id from subscriptions where user_id = $1',
    [ana.id],
  )
  const subscription = stripe.subscribe(rows[0].id)
  await ana.client.billing.refresh()
  await asSuperuser(
    database,
    `update subscriptions set period_end = now() - interval '2 hours' where user_id = $1`,
    [ana.id],
  )
  await waited(ana.id)
  return { ana, subscription }
}

/** Lets so many minutes pass since a plan was last written. */
async function waited(userId: string, minutes = 60): Promise<void> {
  await asSuperuser(database, 'alter table public.subscriptions disable trigger touch')
  await asSuperuser(
    database,
    `update subscriptions set updated_at = now() - make_interval(mins => $2) where user_id = $1`,
    [userId, minutes],
  )
  await asSuperuser(database, 'alter table public.subscriptions enable trigger touch')
}

/** What is queued of one account, and how often it was tried. */
async function waiting(userId: string) {
  const { rows } = await asSuperuser(
    database,
    `select j.id::text, j.attempts from graphile_worker._private_jobs j
     where j.key like 'follow_payment %' and j.payload ->> 'userId' = $1`,
    [userId],
  )
  return rows
}

/** Runs the queued questions about one account's plan. */
async function work(userId: string): Promise<number> {
  const { rows } = await asSuperuser(
    database,
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'follow_payment' and j.payload ->> 'userId' = $1 returning j.payload`,
    [userId],
  )
  const job = jobs.find(({ name }) => name === 'follow_payment')
  const signal = new AbortController().signal
  for (const { payload } of rows)
    await job?.run(payload, { log: services.log, attempt: 1, isLastAttempt: false, signal })
  return rows.length
}

test('whoever looks at a plan whose next payment is said to be past has Stripe asked how it stands', async () => {
  const { ana } = await payer()
  expect(Date.parse((await ana.client.billing.get()).plan.renewsAt ?? '')).toBeLessThan(Date.now())

  expect(await work(ana.id)).toBe(1)

  const { plan } = await ana.client.billing.get()
  expect(Date.parse(plan.renewsAt ?? '')).toBeGreaterThan(Date.now())
  expect(await work(ana.id)).toBe(0)
})

test('and nobody keeps a plan that has ended at Stripe without a word', async () => {
  const { ana, subscription } = await payer()
  subscription.status = 'canceled'

  await ana.client.billing.get()
  await work(ana.id)

  expect((await ana.client.billing.get()).plan).toMatchObject({ tier: 'free', source: 'default' })
})

test('Stripe is not asked again and again where it has no later date to tell', async () => {
  const { ana, subscription } = await payer()
  const past = Math.floor(Date.now() / 1000) - 7200
  subscription.items = { data: [{ id: 'si_1', price: { id: 'price_family' }, current_period_end: past }] }
  await ana.client.billing.get()
  expect(await work(ana.id)).toBe(1)

  await ana.client.billing.get()
  expect(await work(ana.id)).toBe(0)

  await waited(ana.id, 16)
  await ana.client.billing.get()
  expect(await work(ana.id)).toBe(1)
})

test('a question that waits for Stripe to be back is left to wait, however often the plan is looked at', async () => {
  const { ana } = await payer()
  await ana.client.billing.get()
  await asSuperuser(
    database,
    `update graphile_worker._private_jobs set attempts = 4, run_at = now() + interval '1 minute'
     where payload ->> 'userId' = $1`,
    [ana.id],
  )
  const before = await waiting(ana.id)

  await ana.client.billing.get()

  expect(before).toEqual([{ id: expect.any(String), attempts: 4 }])
  expect(await waiting(ana.id)).toEqual(before)
})

test('whoever pays beside a plan that was given before such dates were kept has Stripe asked for them', async () => {
  const { ana } = await payer()
  await asSuperuser(
    database,
    `update subscriptions set source = 'operator', period_end = null where user_id = $1`,
    [ana.id],
  )
  await waited(ana.id)
  const { plan: unknown } = await ana.client.billing.get()
  expect(unknown).toMatchObject({ paysBeside: true, renewsAt: null, besideEndsAt: null })

  expect(await work(ana.id)).toBe(1)

  expect((await ana.client.billing.get()).plan.renewsAt).toEqual(expect.any(String))
})
