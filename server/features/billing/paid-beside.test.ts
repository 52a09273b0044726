import { expect, test } from 'vitest'
import { createTestKinora } from '../../testing/kinora.ts'
import { startStripe } from '../../testing/stripe.ts'

const stripe = await startStripe()
const { person, database, services } = await createTestKinora({
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
  STRIPE_PRICE_FAMILY: 'price_family',
  STRIPE_URL: stripe.url,
})

/** A person who has opened Stripe's page, an operator, and the way in which the person pays there. */
async function payerAndOperator() {
  const [ana, olga] = [await person('Ana'), await person('Olga')]
  services.env.operatorEmails.push(olga.email)
  await ana.client.billing.checkout({ tier: 'family' })
  const { rows } = await database.asOwner(
    'select stripe_customer_id as id from subscriptions where user_id = $1',
    [ana.id],
  )
  const pay = () => stripe.subscribe(rows[0].id)
  return { ana, olga, pay }
}

test('whoever pays for a plan beside the one that an operator gave is told, and can end it', async () => {
  const { ana, olga, pay } = await payerAndOperator()
  const subscription = pay()
  expect((await ana.client.billing.refresh()).plan).toMatchObject({ source: 'stripe', paysBeside: false })

  const given = await olga.client.billing.grant({ email: ana.email, tier: 'generation' })
  expect(given.plan).toMatchObject({ source: 'operator', paysBeside: true })
  const { plan: going } = await ana.client.billing.get()
  expect(going).toMatchObject({ source: 'operator', paysBeside: true, renewsAt: expect.any(String) })

  const { plan } = await ana.client.billing.cancel()
  expect(subscription.cancel_at_period_end).toBe(true)
  expect(plan).toMatchObject({ tier: 'generation', source: 'operator', status: 'active', endsAt: null })
  expect(plan).toMatchObject({ paysBeside: true, renewsAt: null, besideEndsAt: going.renewsAt })
  const { plan: kept } = await ana.client.billing.resume()
  expect(subscription.cancel_at_period_end).toBe(false)
  expect(kept).toMatchObject({ paysBeside: true, renewsAt: going.renewsAt, besideEndsAt: null })

  subscription.status = 'canceled'
  expect((await ana.client.billing.refresh()).plan).toMatchObject({ source: 'operator', paysBeside: false })
})

test('also whoever was given a plan between opening Stripe’s page and paying there', async () => {
  const { ana, olga, pay } = await payerAndOperator()
  await olga.client.billing.grant({ email: ana.email, tier: 'generation' })
  pay()

  expect((await ana.client.billing.refresh()).plan).toMatchObject({ tier: 'generation', paysBeside: true })

  const back = await olga.client.billing.grant({ email: ana.email, tier: 'default' })
  expect(back.plan).toMatchObject({ tier: 'family', source: 'stripe', paysBeside: false })
})
