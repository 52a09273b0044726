import Stripe from 'stripe'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Payments } from '../../payments/stripe.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { startStripe } from '../../testing/stripe.ts'
import { isGone, unlessDeleted } from './deleted-customer.ts'

const stripe = await startStripe()
const { person, database } = await createTestKinora({
  STRIPE_SECRET_KEY: 'sk_test_kinora',
  STRIPE_WEBHOOK_SECRET: 'whsec_kinora',
  STRIPE_PRICE_FAMILY: 'price_family',
  STRIPE_URL: stripe.url,
})

test('whoever’s customer is deleted at Stripe time and again is another one each time, also where the answer is lost', async () => {
  const ana = await person('Ana')
  const customer = async () => {
    await ana.client.billing.checkout({ tier: 'family' })
    return String(stripe.sessions.findLast((session) => session.client_reference_id === ana.id)?.customer)
  }

  const first = await customer()
  stripe.deleteCustomer(first)
  const second = await customer()
  // As if our transaction had failed after Stripe answered: the customer is requested again.
  await database.asOwner('update subscriptions set stripe_customer_id = $2 where user_id = $1', [
    ana.id,
    first,
  ])
  expect(await customer()).toBe(second)
  stripe.deleteCustomer(second)
  const third = await customer()

  expect(new Set([first, second, third]).size).toBe(3)
})

/** A Stripe client that refuses every request about a customer with this code. */
const refusing = (code: string): Payments => {
  const refuse = async () => {
    throw new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', code, message: 'No' })
  }
  const customers = { retrieve: refuse }
  return {
    stripe: { customers } as unknown as Stripe,
    errors: Stripe.errors,
    webhookSecret: uuidv7(),
    prices: {},
  }
}

test('only a customer that Stripe does not have is gone: whatever else it refuses is told', async () => {
  expect(await isGone(refusing('resource_missing'), 'cus_1')).toBe(true)
  await expect(isGone(refusing('account_invalid'), 'cus_1')).rejects.toMatchObject({
    code: 'account_invalid',
  })
})

test('what Stripe refuses for another reason is told, also of a customer that was deleted', async () => {
  const retrieve = async () => ({ id: 'cus_1', object: 'customer', deleted: true })
  const deleted = { ...refusing(''), stripe: { customers: { retrieve } } as unknown as Stripe }
  const refused = () => refusing('account_invalid').stripe.customers.retrieve('cus_1')
  const missing = () => refusing('resource_missing').stripe.customers.retrieve('cus_1')

  expect(await unlessDeleted<unknown>(deleted, 'cus_1', { ask: missing, otherwise: 'ended' })).toBe('ended')
  await expect(
    unlessDeleted<unknown>(deleted, 'cus_1', { ask: refused, otherwise: 'ended' }),
  ).rejects.toMatchObject({
    code: 'account_invalid',
  })
})
