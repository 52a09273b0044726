import type Stripe from 'stripe'
import { type Tier, tiers } from '#contract/plans.ts'
import { asWorker, type Claims } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { Payments } from '../../payments/stripe.ts'
import type { Services } from '../../services.ts'
import { isGone, unlessDeleted } from './deleted-customer.ts'
import { changePlan, lockPlan } from './plan-row.ts'

type Parts = Pick<Services, 'db' | 'env' | 'payments'>

/**
 * Stripe's page to take a plan on. Pages that were opened earlier are closed, so that two tabs do not pay twice.
 * @returns its address; null where Stripe knows of a plan that is paid for, and its message of that has not come
 * @throws CONFLICT when there is a plan already, PAYMENT_SERVICE_FAILED
 */
export async function openCheckout(parts: Parts, claims: Claims, tier: Tier): Promise<string | null> {
  const { env } = parts
  const payments = paymentsOf(parts)
  const price = payments.prices[tier]
  if (price === undefined) throw codeError('CONFLICT')

  return asking(parts, () =>
    asWorker(parts.db, claims.sub, async (tx) => {
      const row = await lockPlan(tx, claims.sub)
      if (!row || row.source === 'operator' || row.stripe_subscription_id !== null)
        throw codeError('CONFLICT')

      const customer = await customerFor(payments, claims, row.stripe_customer_id)
      await changePlan(tx, claims.sub, { stripe_customer_id: customer })
      const open = await payments.stripe.checkout.sessions.list({ customer, status: 'open', limit: 10 })
      for (const { id } of open.data) await payments.stripe.checkout.sessions.expire(id)
      // Only now: on none of those pages can anybody pay any more.
      if (await paysAlready(payments, customer)) return null

      const session = await payments.stripe.checkout.sessions.create({
        mode: 'subscription',
        customer,
        client_reference_id: claims.sub,
        line_items: [{ price, quantity: 1 }],
        success_url: `${env.publicUrl}/app/billing?checkout=done`,
        cancel_url: `${env.publicUrl}/app/billing`,
      })
      if (session.url === null) throw codeError('PAYMENT_SERVICE_FAILED')
      return session.url
    }),
  )
}

/** Stripe's page for cards and invoices. @throws CONFLICT for whoever never paid, PAYMENT_SERVICE_FAILED */
export async function openPortal(parts: Parts, userId: string): Promise<string> {
  const { stripe } = paymentsOf(parts)
  const row = await asWorker(parts.db, userId, (tx) => lockPlan(tx, userId))
  const customer = row?.stripe_customer_id
  if (!customer) throw codeError('CONFLICT')

  return asking(parts, async () => {
    const session = await stripe.billingPortal.sessions.create({
      customer,
      return_url: `${parts.env.publicUrl}/app/billing?checkout=back`,
    })
    return session.url
  })
}

/**
 * Ends a subscription with the month that is paid, or lets it go on. One that is not paid for ends as soon as it is followed.
 * @throws CONFLICT, PAYMENT_SERVICE_FAILED
 */
export async function endWithMonth(parts: Parts, userId: string, ends: boolean): Promise<void> {
  const { stripe } = paymentsOf(parts)
  const row = await asWorker(parts.db, userId, (tx) => lockPlan(tx, userId))
  const subscription = row?.stripe_subscription_id
  if (!subscription) throw codeError('CONFLICT')
  await asking(parts, async () => {
    const change = ends ? { cancel_at_period_end: true } : await goingOn(stripe, subscription)
    await stripe.subscriptions.update(subscription, change)
  })
}

/** What takes a cancellation back. Stripe's own page puts it down as a day, beside which the end of the month says nothing. */
async function goingOn(
  { subscriptions }: Stripe,
  id: string,
): Promise<Pick<Stripe.SubscriptionUpdateParams, 'cancel_at' | 'cancel_at_period_end'>> {
  const { cancel_at_period_end: endsWithMonth } = await subscriptions.retrieve(id)
  return endsWithMonth ? { cancel_at_period_end: false } : { cancel_at: '' }
}

/** On a subscription at Stripe: it ends because its person asked for the end of the account. */
export const leavingMark = 'kinora_leaving'

/**
 * Lets nobody pay for another month who asked for the end of their account, and whoever stays after all go on. What they
 * had cancelled themselves stays cancelled.
 */
export async function followLeaving(
  { db, payments }: Pick<Parts, 'db' | 'payments'>,
  userId: string,
): Promise<void> {
  if (payments === null) return
  const { subscriptions } = payments.stripe
  await asWorker(db, userId, async (tx) => {
    const customer = (await lockPlan(tx, userId))?.stripe_customer_id
    if (!customer) return
    const leaving = await tx
      .selectFrom('account_deletions')
      .where('user_id', '=', userId)
      .select('user_id')
      .executeTakeFirst()

    for (const one of await listRunning(payments, customer)) {
      const { id, metadata } = one
      if (leaving && !endsWithPeriod(one)) {
        await subscriptions.update(id, { cancel_at_period_end: true, metadata: { [leavingMark]: 'yes' } })
      }
      if (!leaving && metadata[leavingMark]) {
        await subscriptions.update(id, { cancel_at_period_end: false, metadata: { [leavingMark]: '' } })
      }
    }
  })
}

/** Has Stripe mail its receipts to the address that the account has now. */
export async function movePayer(
  { db, payments }: Pick<Parts, 'db' | 'payments'>,
  userId: string,
): Promise<void> {
  if (payments === null) return
  const row = await asWorker(db, userId, (tx) =>
    tx
      .selectFrom('profiles')
      .innerJoin('subscriptions', 'subscriptions.user_id', 'profiles.id')
      .where('profiles.id', '=', userId)
      .select(['profiles.email', 'subscriptions.stripe_customer_id as customer'])
      .executeTakeFirst(),
  )
  if (row?.customer && row.email !== '') {
    const { customer, email } = row
    const ask = () => payments.stripe.customers.update(customer, { email })
    await unlessDeleted<unknown>(payments, customer, { ask, otherwise: null })
  }
}

/** Ends whatever a customer pays for, at once: the account behind it is gone. */
export async function endAllOf(payments: Payments, customer: string): Promise<void> {
  for (const { id } of await listRunning(payments, customer)) await payments.stripe.subscriptions.cancel(id)
}

/** What a customer pays for; nothing where it was deleted. */
function listRunning(payments: Payments, customer: string): Promise<Stripe.Subscription[]> {
  const ask = async () => (await payments.stripe.subscriptions.list({ customer, limit: 100 })).data
  return unlessDeleted(payments, customer, { ask, otherwise: [] })
}

async function paysAlready(payments: Payments, customer: string): Promise<boolean> {
  const running = await listRunning(payments, customer)
  return running.some((one) => holds(one) && tierOf(one, payments.prices) !== null)
}

/** Whether somebody has what a subscription is for. */
export const holds = ({ status }: Stripe.Subscription) =>
  status === 'active' || status === 'trialing' || status === 'past_due' || status === 'unpaid'

/** Cancelled, however Stripe's pages have put it down; one that is to end years from now goes on until then. */
export function endsWithPeriod({ cancel_at_period_end, cancel_at, items }: Stripe.Subscription): boolean {
  const periodEnd = items.data[0]?.current_period_end ?? 0
  return cancel_at_period_end || (cancel_at !== null && cancel_at <= periodEnd)
}

/** The plan that is sold for the price of a subscription; null for what is sold beside our plans. */
export function tierOf(subscription: Stripe.Subscription, prices: Payments['prices']): Tier | null {
  const bought = subscription.items.data.map((item) => item.price.id)
  const named = tiers.toReversed().find((tier) => bought.includes(prices[tier] ?? ''))
  return named ?? null
}

function paymentsOf({ payments }: Parts): Payments {
  if (payments === null) throw codeError('CONFLICT')
  return payments
}

/** The customer that an account has at Stripe, or a new one: also in place of one that was deleted there. */
async function customerFor(payments: Payments, claims: Claims, known: string | null): Promise<string> {
  if (known === null) return makeCustomer(payments, claims, `customer-${claims.sub}`)
  if (!(await isGone(payments, known))) return known
  // By the key of the first one Stripe would answer with that one again.
  return makeCustomer(payments, claims, `customer-${claims.sub}-after-${known}`)
}

/** One for each key, also when the answer to the first try was lost. */
async function makeCustomer(
  { stripe }: Payments,
  { sub, email }: Claims,
  idempotencyKey: string,
): Promise<string> {
  const customer = await stripe.customers.create(
    { metadata: { kinora_account: sub }, ...(typeof email === 'string' && email !== '' ? { email } : {}) },
    { idempotencyKey },
  )
  return customer.id
}

/** Stripe's own failures are told as one of ours. */
export async function asking<T>(
  { payments }: Pick<Services, 'payments'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isOfStripe = payments !== null && error instanceof payments.errors.StripeError
    throw isOfStripe ? codeError('PAYMENT_SERVICE_FAILED') : error
  }
}
