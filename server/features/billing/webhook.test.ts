import Stripe from 'stripe'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser } from '../../testing/recorder.ts'

const secret = 'whsec_of_the_tests'
const { app, person, database } = await createTestKinora({
  AUTH_RATE_LIMITS: 'true',
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_WEBHOOK_SECRET: secret,
  STRIPE_PRICE_FAMILY: 'price_family',
})

async function send(payload: string, signedWith = secret): Promise<number> {
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: signedWith })
  const headers = { 'stripe-signature': header }
  return (await app.request('/webhooks/stripe', { method: 'POST', headers, body: payload })).status
}
const eventAbout = (object: object) =>
  JSON.stringify({ id: `evt_${uuidv7()}`, object: 'event', type: 'customer.deleted', data: { object } })

test('a message about a customer, and not about what they bought, has their plan followed, too', async () => {
  const ana = await person('Ana')
  await asSuperuser(database, `update subscriptions set stripe_customer_id = 'cus_1' where user_id = $1`, [
    ana.id,
  ])

  expect(await send(eventAbout({ id: 'cus_1', object: 'customer' }))).toBe(200)

  const { rows } = await asSuperuser(
    database,
    `select t.identifier from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where j.payload ->> 'userId' = $1`,
    [ana.id],
  )
  expect(rows).toEqual([{ identifier: 'follow_payment' }])
})

test('what is signed and is no message, or longer than any, is refused', async () => {
  expect(await send('signed, but no message')).toBe(400)
  expect(await send(eventAbout({ id: 'sub_1', said: 'x'.repeat(1_000_000) }))).toBe(413)
})

test('whoever tries signatures is told to wait; Stripe’s own messages are never too many', async () => {
  for (let sent = 0; sent < 40; sent += 1) expect(await send(eventAbout({ id: 'sub_1' }))).toBe(200)
  const answers: number[] = []
  for (let tried = 0; tried < 40; tried += 1) answers.push(await send(eventAbout({}), 'whsec_guessed'))

  expect(answers[0]).toBe(400)
  expect(answers.at(-1)).toBe(429)
  expect(answers.filter((status) => status === 400).length).toBeLessThanOrEqual(30)
  // Behind a proxy that is not among the trusted ones, everybody has the same address.
  expect(await send(eventAbout({ id: 'sub_1' }))).toBe(200)
})
