import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { createTestKinora } from '../../testing/kinora.ts'
import { startStripe } from '../../testing/stripe.ts'

const stripe = await startStripe()
const { person } = await createTestKinora({
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
  STRIPE_PRICE_FAMILY: 'price_family',
  STRIPE_URL: stripe.url,
})

/** Somebody who pays for a plan, and how to add an invoice that was paid; each is told as what became of it. */
async function payer() {
  const ana = await person('Ana')
  await ana.client.billing.checkout({ tier: 'family' })
  const customer = String(stripe.sessions.at(-1)?.customer)
  stripe.subscribe(customer)
  const addPaid = (number: string, change: object = {}) => {
    const payment = `pi_${uuidv7()}`
    const charge = { id: `ch_${uuidv7()}`, customer, payment_intent: payment, refunded: false, ...change }
    stripe.charges.push(charge)
    stripe.invoices.push({
      id: `in_${uuidv7()}`,
      customer,
      number,
      status: 'paid',
      attempted: true,
      total: 1999,
      currency: 'usd',
      created: 1_700_000_000 + Number(number.slice(4)),
      hosted_invoice_url: null,
      lines: { data: [] },
      payments: { data: [{ status: 'paid', payment: { type: 'payment_intent', payment_intent: payment } }] },
    })
    return charge
  }
  const told = async () =>
    (await ana.client.billing.refresh()).invoices.map(({ number, status }) => `${number} ${status}`)
  return { ana, addPaid, told }
}

test('a month that was paid back is not told as paid any more', async () => {
  const { addPaid, told } = await payer()
  const first = addPaid('KIN-1')
  addPaid('KIN-2')
  addPaid('KIN-3', { amount_refunded: 500 })
  expect(await told()).toEqual(['KIN-3 paid', 'KIN-2 paid', 'KIN-1 paid'])

  first.refunded = true

  expect(await told()).toEqual(['KIN-3 paid', 'KIN-2 paid', 'KIN-1 void'])
})

test.each([
  ['no charges', '/v1/charges'],
  ['nothing of what was paid for an invoice', '/v1/invoices?expand'],
])('with a key that may read %s, plans and invoices are followed all the same', async (_what, forbidden) => {
  const { ana, addPaid, told } = await payer()
  addPaid('KIN-1', { refunded: true })
  stripe.forbidden.add(forbidden)
  onTestFinished(() => void stripe.forbidden.delete(forbidden))

  expect(await told()).toEqual(['KIN-1 paid'])
  expect((await ana.client.billing.get()).plan).toMatchObject({ tier: 'family', source: 'stripe' })
})
