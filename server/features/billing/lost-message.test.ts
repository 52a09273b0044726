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
  return { ana, subscription }
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
