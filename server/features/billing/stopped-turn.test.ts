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

test('a stop of the server while Stripe is down waits for the plan under way, and for none after it', async () => {
  const due = [await person('Ana'), await person('Boris')]
  for (const each of due) await each.client.billing.checkout({ tier: 'family' })
  await asSuperuser(
    database,
    `update subscriptions set status = 'cancelling', ends_at = now() - interval '1 second' where user_id = any($1)`,
    [due.map(({ id }) => id)],
  )
  stripe.isDown = true
  const before = stripe.calls.length
  const stop = new AbortController()
  const context = { log: services.log, attempt: 1, isLastAttempt: false, signal: stop.signal }
  const run = jobs.find(({ name }) => name === 'turn_plans')?.run({}, context)
  const ended = expect(run).rejects.toThrow('aborted')
  await expect.poll(() => stripe.calls.length).toBe(before + 1)

  stop.abort()

  await ended
  stripe.isDown = false
  const triesOfOnePlan = 3
  expect(stripe.calls.length - before).toBeLessThanOrEqual(triesOfOnePlan)
})
