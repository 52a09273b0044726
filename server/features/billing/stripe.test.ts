import { sql } from 'kysely'
import Stripe from 'stripe'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { asUser } from '../../db/actor.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser } from '../../testing/recorder.ts'
import { startStripe } from '../../testing/stripe.ts'
import { askAboutUnpaid, billingJobs, turnDuePlans } from './billing.jobs.ts'

const secret = 'whsec_of_the_tests'
const stripe = await startStripe()
const { app, person, database, services } = await createTestKinora({
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_WEBHOOK_SECRET: secret,
  STRIPE_PRICE_FAMILY: 'price_family',
  STRIPE_PRICE_GENERATION: 'price_generation',
  STRIPE_URL: stripe.url,
})
const jobs = billingJobs(services)

/** Sends a message with the signature that Stripe's own library makes for it. */
function send(event: object, signedWith = secret, timestamp = Math.floor(Date.now() / 1000)) {
  const payload = JSON.stringify(event)
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: signedWith, timestamp })
  return app.request('/webhooks/stripe', {
    method: 'POST',
    headers: { 'stripe-signature': header, 'content-type': 'application/json' },
    body: payload,
  })
}
const eventOf = (customer: string, type = 'customer.subscription.updated', id = `evt_${uuidv7()}`) => ({
  id,
  object: 'event',
  type,
  created: Math.floor(Date.now() / 1000),
  data: { object: { id: 'sub_any', object: 'subscription', customer } },
})

/** Runs each queued job once, as the worker would. @returns how many there were */
async function work(): Promise<number> {
  const { rows } = await asSuperuser(
    database,
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier in ('follow_payment', 'follow_leaving', 'move_payer', 'end_stripe_subscription')
     returning t.identifier, j.payload`,
  )
  for (const { identifier, payload } of rows) {
    const job = jobs.find(({ name }) => name === identifier)
    const signal = new AbortController().signal
    await job?.run(payload, { log: services.log, attempt: 1, isLastAttempt: false, signal })
  }
  return rows.length
}

/** A person who has opened the checkout page, and their customer id at Stripe. */
async function customer(): Promise<{ ana: Person; id: string }> {
  const ana = await person('Ana')
  await ana.client.billing.checkout({ tier: 'family' })
  const { rows } = await database.asOwner(
    'select stripe_customer_id as id from subscriptions where user_id = $1',
    [ana.id],
  )
  return { ana, id: rows[0].id }
}
const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400
const planOf = async ({ client }: Person) => (await client.billing.get()).plan

async function subscribed(change: Record<string, unknown> = {}) {
  const { ana, id } = await customer()
  const subscription = stripe.subscribe(id, change)
  await send(eventOf(id, 'customer.subscription.created'))
  await work()
  return { ana, id, subscription }
}

test('Checkout leads to Stripe with the price of the plan; a second tab closes the first one’s page', async () => {
  const ana = await person('Ana')

  const { url } = await ana.client.billing.checkout({ tier: 'family' })
  await ana.client.billing.checkout({ tier: 'family' })

  expect(url).toMatch(/^https:\/\/pay\.example\//)
  const mine = stripe.sessions.filter((session) => session.client_reference_id === ana.id)
  expect(mine).toMatchObject([
    { status: 'expired', mode: 'subscription', 'line_items[0][price]': 'price_family' },
    { status: 'open' },
  ])
  expect(mine[0]?.customer).toBe(mine[1]?.customer)
  expect((await planOf(ana)).tier).toBe('free')
})

test('nobody pays twice while Stripe’s message of the first payment is still on its way', async () => {
  const { ana, id } = await customer()
  stripe.subscribe(id)
  const pages = stripe.sessions.length

  await expect(ana.client.billing.checkout({ tier: 'family' })).rejects.toMatchObject({ code: 'CONFLICT' })

  expect(stripe.sessions.length).toBe(pages)
  expect(stripe.sessions.filter(({ status, customer }) => customer === id && status === 'open')).toEqual([])
  expect(await planOf(ana)).toMatchObject({ tier: 'family', source: 'stripe' })
})

test('what is paid for beside our plans, or was never paid, keeps nobody from a plan', async () => {
  const { ana, id } = await customer()
  const other = { data: [{ id: 'si_1', price: { id: 'price_of_a_mug' }, current_period_end: 0 }] }
  stripe.subscribe(id, { items: other })
  stripe.subscribe(id, { status: 'incomplete' })
  expect((await ana.client.billing.checkout({ tier: 'family' })).url).toMatch(/^https:\/\/pay\.example\//)
})

test('a plan follows its subscription: bought, raised, cancelled, taken back and ended', async () => {
  const { ana, id, subscription } = await subscribed()
  expect(await ana.client.billing.get()).toMatchObject({
    mode: 'stripe',
    plan: { tier: 'family', source: 'stripe', status: 'active' },
    card: { brand: 'visa', last4: '4242' },
  })
  await expect(ana.client.billing.checkout({ tier: 'family' })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await ana.client.billing.portal()).url).toBe('https://portal.example/1')

  expect((await ana.client.billing.cancel()).plan).toMatchObject({ tier: 'family', status: 'cancelling' })
  expect(subscription.cancel_at_period_end).toBe(true)
  expect((await ana.client.billing.resume()).plan).toMatchObject({ status: 'active', endsAt: null })

  const items = subscription.items as { data: { price: { id: string } }[] }
  items.data = items.data.map((item) => ({ ...item, price: { id: 'price_generation' } }))
  await send(eventOf(id))
  await work()
  expect((await planOf(ana)).tier).toBe('generation')

  subscription.status = 'canceled'
  await send(eventOf(id, 'customer.subscription.deleted'))
  await work()
  expect(await planOf(ana)).toMatchObject({ tier: 'free', source: 'default', status: 'active' })
})

test('messages in the wrong order, and old ones again, leave the plan as Stripe has it now', async () => {
  const { ana, id, subscription } = await subscribed()
  subscription.status = 'canceled'
  const [deleted, updated] = [eventOf(id, 'customer.subscription.deleted'), eventOf(id)]

  expect((await send(deleted)).status).toBe(200)
  expect((await send(updated)).status).toBe(200)
  await work()
  expect((await planOf(ana)).tier).toBe('free')

  expect((await send(updated)).status).toBe(200)
  expect((await Promise.all([send(deleted), send(deleted)])).map(({ status }) => status)).toEqual([200, 200])
  expect(await work()).toBe(0)
  expect((await planOf(ana)).tier).toBe('free')
})

test('a message that is forged, changed on the way, old or unsigned changes nothing', async () => {
  const { ana, id } = await customer()
  stripe.subscribe(id)
  const event = eventOf(id)
  const header = Stripe.webhooks.generateTestHeaderString({ payload: JSON.stringify(event), secret })
  const changed = await app.request('/webhooks/stripe', {
    method: 'POST',
    headers: { 'stripe-signature': header },
    body: JSON.stringify({ ...event, type: 'customer.deleted' }),
  })

  expect(changed.status).toBe(400)
  expect((await send(event, 'whsec_of_somebody_else')).status).toBe(400)
  expect((await send(event, secret, Math.floor(Date.now() / 1000) - 3_600)).status).toBe(400)
  expect(
    (await app.request('/webhooks/stripe', { method: 'POST', body: JSON.stringify(event) })).status,
  ).toBe(400)
  expect(await work()).toBe(0)
  expect((await planOf(ana)).tier).toBe('free')
})

test('a message about somebody unknown is taken and changes nobody', async () => {
  expect((await send(eventOf('cus_of_another_shop'))).status).toBe(200)
  expect(await work()).toBe(0)
})

test('after a failed payment the plan stays for a grace that does not grow, ends, and comes back when it is paid', async () => {
  const { ana, id, subscription } = await subscribed()
  subscription.status = 'past_due'
  await send(eventOf(id, 'invoice.payment_failed'))
  await work()
  const first = await planOf(ana)
  expect(first).toMatchObject({ tier: 'family', status: 'past_due', renewsAt: null })
  expect(Date.parse(first.endsAt ?? '')).toBeGreaterThan(Date.now() + 13 * 86_400_000)

  await send(eventOf(id, 'invoice.payment_failed'))
  await work()
  expect((await planOf(ana)).endsAt).toBe(first.endsAt)

  await asSuperuser(
    database,
    `update subscriptions set ends_at = now() - interval '1 second' where user_id = $1`,
    [ana.id],
  )
  await turnDuePlans(services)
  await send(eventOf(id, 'invoice.payment_failed'))
  await work()
  expect(await planOf(ana)).toMatchObject({ tier: 'free', status: 'past_due' })

  subscription.status = 'active'
  await send(eventOf(id, 'invoice.paid'))
  await work()
  expect(await planOf(ana)).toMatchObject({ tier: 'family', status: 'active', endsAt: null })
})

test('a plan that is not paid for and is cancelled ends at once, and nobody tries the card again', async () => {
  const [here, there] = [await subscribed({ status: 'past_due' }), await subscribed({ status: 'past_due' })]

  expect((await here.ana.client.billing.cancel()).plan).toMatchObject({ tier: 'free', status: 'active' })
  expect(here.subscription.status).toBe('canceled')
  expect((await here.ana.client.billing.checkout({ tier: 'family' })).url).toMatch(/^https:/)

  // Cancelled on Stripe's own page.
  there.subscription.cancel_at_period_end = true
  await send(eventOf(there.id))
  await work()
  expect(await planOf(there.ana)).toMatchObject({ tier: 'free', status: 'active', endsAt: null })
  expect(there.subscription.status).toBe('canceled')
})

test('a plan that is not paid for waits for whoever asks for the end of their account, and may keep it', async () => {
  const { ana, subscription } = await subscribed({ status: 'past_due' })
  await ana.client.accountEnd.request({ password: 'wild geese' })
  await work()
  await ana.client.accountEnd.keep()
  await work()

  expect(subscription).toMatchObject({ status: 'past_due', cancel_at_period_end: false })
  expect(await planOf(ana)).toMatchObject({ tier: 'family', status: 'past_due' })
})

test('of several plans somebody has the best one that is paid for, and of two alike the latest', async () => {
  const { ana, id } = await customer()
  const items = { data: [{ id: 'si_1', price: { id: 'price_generation' }, current_period_end: inDays(30) }] }
  const default_payment_method = {
    id: 'pm_2',
    object: 'payment_method',
    card: { brand: 'visa', last4: '1111' },
  }
  const better = stripe.subscribe(id, { items })
  stripe.subscribe(id, { default_payment_method })

  expect((await ana.client.billing.refresh()).plan).toMatchObject({ tier: 'generation', status: 'active' })

  better.status = 'past_due'
  expect(await ana.client.billing.refresh()).toMatchObject({
    plan: { tier: 'family', status: 'active' },
    card: { last4: '1111' },
  })

  stripe.subscribe(id, { status: 'trialing' })
  expect((await ana.client.billing.refresh()).card).toMatchObject({ last4: '4242' })

  const both = {
    data: ['price_family', 'price_generation'].map((price) => ({ ...items.data[0], price: { id: price } })),
  }
  stripe.subscribe(id, { items: both })
  expect((await ana.client.billing.refresh()).plan.tier).toBe('generation')
})

test('a plan that is to end on a day of its own goes on until then, also unpaid, unless its month is the last', async () => {
  const lastDay = inDays(100)
  const { ana, subscription } = await subscribed({ cancel_at: lastDay })
  const endsAt = new Date(lastDay * 1000).toISOString()
  const { plan } = await ana.client.billing.get()
  expect(plan).toMatchObject({ tier: 'family', status: 'cancelling' })
  expect(new Date(plan.endsAt ?? '').toISOString()).toBe(endsAt)

  subscription.status = 'unpaid'
  expect((await ana.client.billing.refresh()).plan).toMatchObject({ tier: 'family', status: 'past_due' })
  expect(subscription.status).toBe('unpaid')

  const items = subscription.items as { data: { current_period_end: number }[] }
  subscription.cancel_at = items.data[0]?.current_period_end
  expect((await ana.client.billing.refresh()).plan).toMatchObject({ tier: 'free', status: 'active' })
  expect(subscription.status).toBe('canceled')
})

test('an unpaid plan is kept for the two weeks of Stripe’s tries and no longer', async () => {
  const { ana } = await subscribed({ status: 'unpaid' })
  const { endsAt } = await planOf(ana)
  expect(Math.round((Date.parse(endsAt ?? '') - Date.now()) / 86_400_000)).toBe(14)
})

test('invoices are shown as Stripe has them, each once', async () => {
  const { ana, id } = await subscribed()
  const invoice = {
    id: `in_${uuidv7()}`,
    object: 'invoice',
    customer: id,
    number: 'KIN-0001',
    status: 'open',
    attempted: true,
    total: 1999,
    currency: 'usd',
    created: 1_795_000_000,
    hosted_invoice_url: 'https://invoice.example/1',
    lines: { data: [{ description: '1 × Family Plan' }] },
  }
  stripe.invoices.push(invoice)
  await send(eventOf(id, 'invoice.payment_failed'))
  await work()
  invoice.status = 'paid'
  await send(eventOf(id, 'invoice.paid'))
  await work()

  expect((await ana.client.billing.get()).invoices).toMatchObject([
    { number: 'KIN-0001', status: 'paid', amountCents: 1999, url: 'https://invoice.example/1' },
  ])
})

test('what became of each invoice is told, in its own money; one that is still being written is none', async () => {
  const { ana, id } = await subscribed()
  const invoice = (number: string, change: object) => ({
    id: `in_${uuidv7()}`,
    object: 'invoice',
    customer: id,
    number,
    status: 'open',
    attempted: false,
    total: 1999,
    currency: 'eur',
    created: 1_700_000_000 + Number(number.slice(4)),
    hosted_invoice_url: null,
    lines: { data: [] },
    ...change,
  })
  const waiting = invoice('KIN-1', {})
  stripe.invoices.push(
    waiting,
    invoice('KIN-2', { attempted: true }),
    invoice('KIN-3', { status: 'void' }),
    invoice('KIN-4', { status: 'uncollectible' }),
    invoice('KIN-5', { status: 'draft' }),
  )
  const told = async () => {
    const { invoices } = await ana.client.billing.refresh()
    return invoices.map(({ number, status, amountCents, url }) => [number, status, amountCents, url])
  }

  expect(await told()).toEqual([
    ['KIN-4', 'failed', 1999, null],
    ['KIN-3', 'void', 1999, null],
    ['KIN-2', 'failed', 1999, null],
    ['KIN-1', 'open', 1999, null],
  ])
  expect((await ana.client.billing.get()).invoices[0]).toMatchObject({
    currency: 'eur',
    description: 'Family Plan',
    issuedAt: expect.stringContaining('2023-11-14T22:13:24'),
  })
  Object.assign(waiting, { number: 'KIN-9', total: 999, hosted_invoice_url: 'https://invoice.example/9' })
  expect((await told()).at(-1)).toEqual(['KIN-9', 'open', 999, 'https://invoice.example/9'])
})

test('while Stripe is down people are told so, nothing changes, and what was lost is fetched later', async () => {
  const { ana, id } = await customer()
  stripe.subscribe(id)
  stripe.isDown = true
  await expect(ana.client.billing.refresh()).rejects.toMatchObject({ code: 'PAYMENT_SERVICE_FAILED' })
  stripe.isDown = false
  expect((await planOf(ana)).tier).toBe('free')

  expect((await ana.client.billing.refresh()).plan.tier).toBe('family')
})

test('what the operator granted holds against Stripe, and what is paid counts again afterwards', async () => {
  const [{ ana, id, subscription }, olga] = [await subscribed(), await person('Olga')]
  services.env.operatorEmails.push(olga.email)
  await olga.client.billing.grant({ email: ana.email, tier: 'generation' })
  subscription.status = 'past_due'
  await send(eventOf(id))
  await work()
  expect(await planOf(ana)).toMatchObject({ tier: 'generation', source: 'operator', status: 'active' })

  subscription.status = 'active'
  await olga.client.billing.grant({ email: ana.email, tier: 'default' })
  await work()
  expect(await planOf(ana)).toMatchObject({ tier: 'family', source: 'stripe' })
})

test('an operator who takes nothing back changes no plan that is paid for, and sees it as it is', async () => {
  const [{ ana }, olga] = [await subscribed(), await person('Olga')]
  services.env.operatorEmails.push(olga.email)
  await ana.client.billing.cancel()
  const before = await planOf(ana)
  const limits = { viewers: 9 }

  const seen = await olga.client.billing.grant({ email: ana.email, tier: 'default', limits })

  expect(seen).toMatchObject({ plan: { tier: 'family', source: 'stripe', status: 'cancelling' }, limits })
  expect(await planOf(ana)).toEqual({ ...before, hasOwnLimits: true })

  await olga.client.billing.grant({ email: ana.email, tier: 'generation' })
  const back = await olga.client.billing.grant({ email: ana.email, tier: 'default' })
  expect(back.plan).toMatchObject({ tier: 'family', source: 'stripe', status: 'cancelling' })
})

test('a plan that was paid for and ended while a grant held can be paid for again', async () => {
  const [{ ana, id, subscription }, olga] = [await subscribed(), await person('Olga')]
  services.env.operatorEmails.push(olga.email)
  await olga.client.billing.grant({ email: ana.email, tier: 'generation' })
  subscription.status = 'canceled'
  await send(eventOf(id, 'customer.subscription.deleted'))
  await work()
  expect(await planOf(ana)).toMatchObject({ tier: 'generation', source: 'operator' })
  await expect(ana.client.billing.checkout({ tier: 'family' })).rejects.toMatchObject({ code: 'CONFLICT' })

  await olga.client.billing.grant({ email: ana.email, tier: 'default' })
  await work()

  const { plan, card } = await ana.client.billing.get()
  expect(plan).toMatchObject({ tier: 'free', source: 'default' })
  expect(card).toBeNull()
  expect((await ana.client.billing.checkout({ tier: 'family' })).url).toMatch(/^https:/)
})

test('a plan of the test mode ends with its month once plans are paid for', async () => {
  const ana = await person()
  const month = (end: string) =>
    asSuperuser(
      database,
      `update subscriptions set tier = 'family', source = 'test', period_end = now() + $2::interval
       where user_id = $1`,
      [ana.id, end],
    )
  await month('1 minute')
  await turnDuePlans(services)
  expect(await planOf(ana)).toMatchObject({ tier: 'family', source: 'test' })

  await month('-1 minute')
  await turnDuePlans(services)

  const { plan, invoices } = await ana.client.billing.get()
  expect(plan).toMatchObject({ tier: 'free', source: 'default', renewsAt: null })
  expect(invoices).toEqual([])
})

test('with Stripe the test mode is closed, and nobody writes a plan of their own', async () => {
  const ana = await person()
  const card = { brand: 'visa', last4: '4242' } as const
  await expect(ana.client.billing.upgrade({ tier: 'family', card })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(
    asUser(services.db, ana.claims, (tx) =>
      sql`update public.subscriptions set tier = 'generation', own_limits = '{}'`.execute(tx),
    ),
  ).rejects.toThrow(/permission denied/)
})

test('whoever’s customer was deleted at Stripe has the default plan, and takes a plan as another customer', async () => {
  const { ana, id } = await subscribed()
  stripe.deleteCustomer(id)
  await send(eventOf(id, 'customer.deleted'))
  await work()
  expect(await planOf(ana)).toMatchObject({ tier: 'free', source: 'default' })

  expect((await ana.client.billing.checkout({ tier: 'family' })).url).toMatch(/^https:/)
  const another = stripe.sessions.findLast((session) => session.client_reference_id === ana.id)?.customer
  expect(another).not.toBe(id)
  await ana.client.billing.checkout({ tier: 'family' })
  expect(stripe.sessions.at(-1)?.customer).toBe(another)

  stripe.subscribe(`${another}`)
  expect((await ana.client.billing.refresh()).plan).toMatchObject({ tier: 'family', source: 'stripe' })
})

test('an account whose customer was deleted at Stripe is left and moved like any other', async () => {
  const [{ ana, id }, { ana: eva, id: hers }] = [await customer(), await customer()]
  for (const each of [id, hers]) stripe.deleteCustomer(each)
  await asSuperuser(database, 'update auth.users set email = $2 where id = $1', [ana.id, `new-${ana.email}`])
  await ana.client.accountEnd.request({ password: 'wild geese' })
  await asSuperuser(database, 'delete from auth.users where id = $1', [eva.id])

  expect(await work()).toBe(3)
})

test('whoever is a customer of another account of Stripe’s takes a plan as another customer', async () => {
  const { ana, id } = await customer()
  stripe.forgetCustomer(id)

  expect((await ana.client.billing.checkout({ tier: 'family' })).url).toMatch(/^https:/)

  const sessions = stripe.sessions.filter((session) => session.client_reference_id === ana.id)
  expect(sessions.map((session) => session.customer)).toEqual([id, expect.not.stringMatching(`^${id}$`)])
})

test('a customer of another account of Stripe’s is no reason to end what is paid for', async () => {
  const { ana, id } = await subscribed()
  stripe.forgetCustomer(id)

  await expect(ana.client.billing.refresh()).rejects.toMatchObject({ code: 'PAYMENT_SERVICE_FAILED' })

  expect(await planOf(ana)).toMatchObject({ tier: 'family', source: 'stripe', status: 'active' })
})

test('whoever deletes their account stops paying', async () => {
  const { ana, subscription } = await subscribed()

  await asSuperuser(database, 'delete from auth.users where id = $1', [ana.id])
  await work()

  expect(subscription.status).toBe('canceled')
})

test('whoever asks for the end of their account pays for no further month, and goes on when they stay', async () => {
  const { ana, subscription } = await subscribed()
  await ana.client.accountEnd.request({ password: 'wild geese' })
  await work()
  expect(subscription.cancel_at_period_end).toBe(true)
  expect(await planOf(ana)).toMatchObject({ tier: 'family', status: 'cancelling' })

  await ana.client.accountEnd.keep()
  await work()
  expect(subscription.cancel_at_period_end).toBe(false)
  expect(await planOf(ana)).toMatchObject({ tier: 'family', status: 'active', endsAt: null })
})

const ways = ['before', 'again meanwhile'] as const
test.each(ways)('a plan that was cancelled %s stays cancelled when the account is kept', async (way) => {
  const { ana, subscription } = await subscribed()
  if (way === 'before') await ana.client.billing.cancel()
  await ana.client.accountEnd.request({ password: 'wild geese' })
  await work()
  if (way === 'again meanwhile') {
    await ana.client.billing.resume()
    await ana.client.billing.cancel()
  }
  await ana.client.accountEnd.keep()
  await work()

  expect(subscription.cancel_at_period_end).toBe(true)
  expect(await planOf(ana)).toMatchObject({ tier: 'family', status: 'cancelling' })
})

test('a plan that was cancelled on Stripe’s own page, which names the day, is taken back here', async () => {
  const { ana, subscription } = await subscribed({ cancel_at: inDays(30) })
  expect(await planOf(ana)).toMatchObject({ tier: 'family', status: 'cancelling' })

  expect((await ana.client.billing.resume()).plan).toMatchObject({ status: 'active', endsAt: null })
  expect(subscription).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
})

test('and stays cancelled when the account is kept', async () => {
  const lastDay = inDays(30)
  const { ana, subscription } = await subscribed({ cancel_at: lastDay })
  const asItWas = { cancel_at: lastDay, cancel_at_period_end: false }
  await ana.client.accountEnd.request({ password: 'wild geese' })
  await work()
  expect(subscription).toMatchObject(asItWas)
  await ana.client.accountEnd.keep()
  await work()

  expect(subscription).toMatchObject(asItWas)
  expect(await planOf(ana)).toMatchObject({ tier: 'family', status: 'cancelling' })
})

test('receipts go where somebody reads their mail after they changed their address', async () => {
  const { ana, id } = await subscribed()
  const [boris, { ana: eva }] = [await person('Boris'), await customer()]
  await asSuperuser(database, 'update auth.users set email = null where id = $1', [eva.id])
  for (const who of [ana, boris]) {
    await asSuperuser(database, 'update auth.users set email = $2 where id = $1', [
      who.id,
      `new-${who.email}`,
    ])
  }
  await work()

  expect(stripe.moved.map(({ id: moved, email }) => [moved, email])).toEqual([[id, `new-${ana.email}`]])
})

test('whoever was never told that their unpaid plan ended can take it again after the next night', async () => {
  const { ana, subscription } = await subscribed()
  subscription.status = 'past_due'
  await ana.client.billing.refresh()
  await asSuperuser(
    database,
    `update subscriptions set ends_at = date_trunc('second', now()) - interval '1 second' where user_id = $1`,
    [ana.id],
  )
  const { endsAt } = await planOf(ana)
  await askAboutUnpaid(services)
  expect(await planOf(ana)).toMatchObject({ tier: 'free', status: 'past_due', endsAt })

  // The webhook of this cancellation is lost.
  subscription.status = 'canceled'
  await askAboutUnpaid(services)

  expect(await planOf(ana)).toMatchObject({ tier: 'free', source: 'default', status: 'active' })
  expect((await ana.client.billing.checkout({ tier: 'family' })).url).toMatch(/^https:/)
})
