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
 * Opens Stripe's page for subscribing to a plan. Pages that were opened earlier are expired, so that nobody pays twice
 * in two tabs.
 * @returns its address; null where Stripe has a paid plan already, whose webhook has not arrived yet
 * @throws CONFLICT where there is a plan already or this one is not for sale, PAYMENT_SERVICE_FAILED
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
      // Checked only after the open pages are expired: until then, a payment could still be made on one of them after
      // the check.
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

/**
 * Opens Stripe's page for cards and invoices.
 * @throws CONFLICT for an account that Stripe does not know, PAYMENT_SERVICE_FAILED
 */
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
 * Ends a subscription with the month that is paid, or resumes it. An unpaid one ends as soon as `followStripe` runs.
 * @throws CONFLICT, PAYMENT_SERVICE_FAILED
 */
export async function endWithMonth(parts: Parts, userId: string, ends: boolean): Promise<void> {
  const { stripe } = paymentsOf(parts)
  const row = await asWorker(parts.db, userId, (tx) => lockPlan(tx, userId))
  const subscription = row?.stripe_subscription_id
  if (!subscription) throw codeError('CONFLICT')
  await asking(parts, async () => {
    const change = ends ? { cancel_at_period_end: true } : await goingOn(stripe, subscription)
    // From now on the cancellation, or its absence, is the person's own wish, and keeping the account must not undo it.
    await stripe.subscriptions.update(subscription, { ...change, metadata: { [leavingMark]: '' } })
  })
}

/**
 * The update that takes a cancellation back. Stripe's own page cancels by setting `cancel_at` to a date, and then
 * `cancel_at_period_end: false` changes nothing.
 */
async function goingOn(
  { subscriptions }: Stripe,
  id: string,
): Promise<Pick<Stripe.SubscriptionUpdateParams, 'cancel_at' | 'cancel_at_period_end'>> {
  const { cancel_at_period_end: endsWithMonth } = await subscriptions.retrieve(id)
  return endsWithMonth ? { cancel_at_period_end: false } : { cancel_at: '' }
}

/** Metadata of a subscription at Stripe: it was cancelled because its person asked to delete their account. */
export const leavingMark = 'kinora_leaving'

/**
 * Cancels the subscriptions of a person who asked to delete their account, so that they pay for no further month, and
 * resumes them if the person stays after all. What they had cancelled themselves stays cancelled.
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

/** Sends the account's current address to Stripe, for its receipts. */
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

/** Cancels all subscriptions of a customer immediately, because the account is gone. */
export async function endAllOf(payments: Payments, customer: string): Promise<void> {
  for (const { id } of await listRunning(payments, customer)) await payments.stripe.subscriptions.cancel(id)
}

/** A customer's subscriptions that have not ended; none for a deleted customer. */
function listRunning(payments: Payments, customer: string): Promise<Stripe.Subscription[]> {
  const ask = async () => (await payments.stripe.subscriptions.list({ customer, limit: 100 })).data
  return unlessDeleted(payments, customer, { ask, otherwise: [] })
}

async function paysAlready(payments: Payments, customer: string): Promise<boolean> {
  const running = await listRunning(payments, customer)
  return running.some((one) => holds(one) && tierOf(one, payments.prices) !== null)
}

/**
 * Whether a subscription stands for a plan: it is running, or a payment for it has failed. How long the plan then stays
 * is up to the grace period.
 */
export const holds = ({ status }: Stripe.Subscription) =>
  status === 'active' || status === 'trialing' || status === 'past_due' || status === 'unpaid'

/**
 * Whether a subscription ends with the current period, in either of the ways in which Stripe records that. One with a
 * `cancel_at` after this period goes on.
 */
export function endsWithPeriod({ cancel_at_period_end, cancel_at, items }: Stripe.Subscription): boolean {
  const periodEnd = items.data[0]?.current_period_end ?? 0
  return cancel_at_period_end || (cancel_at !== null && cancel_at <= periodEnd)
}

/** The tier sold at a subscription's price; null where its price is none of our plans'. */
export function tierOf(subscription: Stripe.Subscription, prices: Payments['prices']): Tier | null {
  const bought = subscription.items.data.map((item) => item.price.id)
  const named = tiers.toReversed().find((tier) => bought.includes(prices[tier] ?? ''))
  return named ?? null
}

function paymentsOf({ payments }: Parts): Payments {
  if (payments === null) throw codeError('CONFLICT')
  return payments
}

/** The account's customer at Stripe; a new one where it has none, or where the known one was deleted. */
async function customerFor(payments: Payments, claims: Claims, known: string | null): Promise<string> {
  if (known === null) return makeCustomer(payments, claims, `customer-${claims.sub}`)
  if (!(await isGone(payments, known))) return known
  // A new idempotency key: for the first one Stripe would return the deleted customer again.
  return makeCustomer(payments, claims, `customer-${claims.sub}-after-${known}`)
}

/** Creates one customer per idempotency key, even if the response to the first attempt was lost. */
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

/** Runs `work`, and turns errors of Stripe's into one of ours. @throws PAYMENT_SERVICE_FAILED */
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
