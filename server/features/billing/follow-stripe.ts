import type Stripe from 'stripe'
import { plans, type Tier, tiers } from '#contract/plans.ts'
import { asWorker, type Tx } from '../../db/actor.ts'
import type { Payments } from '../../payments/stripe.ts'
import type { Services } from '../../services.ts'
import { unlessDeleted } from './deleted-customer.ts'
import { changePlan, lockPlan, type PlanRow } from './plan-row.ts'
import { isPaidBack, type PaidBack, paymentsPaidBack } from './refunds.ts'
import { endsWithPeriod, holds, leavingMark, tierOf } from './stripe-plan.ts'
import { fallToDefault } from './test-plan.ts'

/** How long a plan stays after a failed payment: as long as Stripe itself retries the payment. */
const GRACE_DAYS = 14
const DAY_MS = 86_400_000
const INVOICES = 24

type Found = { subscription: Stripe.Subscription; tier: Tier; card: Stripe.PaymentMethod.Card | null }

/**
 * Brings a plan in line with Stripe. Webhooks only say that something happened, so their order and number do not
 * matter: the current state is fetched. It is fetched while the plan's row is locked, so that of two concurrent calls
 * the one that writes last has the newer state.
 */
export async function followStripe(
  { db, payments }: Pick<Services, 'db' | 'payments'>,
  userId: string,
): Promise<void> {
  if (payments === null) return
  await asWorker(db, userId, async (tx) => {
    const row = await lockPlan(tx, userId)
    if (!row?.stripe_customer_id) return

    const customer = row.stripe_customer_id
    const { found, bills } = await unlessDeleted(payments, customer, {
      ask: async () => ({
        found: await findSubscription(payments, customer),
        bills: await listBills(payments, customer),
      }),
      otherwise: { found: null, bills: noBills },
    })
    await keepInvoices(tx, userId, bills)
    if (found === null) return forgetPaid(tx, row)
    const plan = planOf(row, found)
    // A plan granted by the operator takes precedence. The paid one is only remembered, as it is charged all the same, and takes
    // effect when the grant is taken back.
    await changePlan(tx, userId, row.source === 'operator' ? besideGrant(plan) : plan)
  })
}

/**
 * Forgets a subscription that has ended. Also beside a grant: a remembered subscription would keep the account from
 * ever paying again.
 */
async function forgetPaid(tx: Tx, row: PlanRow): Promise<void> {
  if (row.source === 'stripe') return fallToDefault(tx, row.user_id)
  if (row.stripe_subscription_id === null) return
  await changePlan(tx, row.user_id, {
    period_end: null,
    beside_ends_at: null,
    stripe_subscription_id: null,
    card_brand: null,
    card_last4: null,
  })
}

/** What is remembered of a paid plan beside a grant. Its next month has a date only if it will be charged. */
function besideGrant(plan: Partial<PlanRow>): Partial<PlanRow> {
  const { tier: _, source: __, status, ends_at, period_end, ...paid } = plan
  return {
    ...paid,
    period_end: status === 'active' ? (period_end ?? null) : null,
    beside_ends_at: status === 'cancelling' ? (ends_at ?? null) : null,
  }
}

function planOf(row: PlanRow, { subscription, tier, card }: Found): Partial<PlanRow> {
  const periodEnd = instantOf(subscription.items.data[0]?.current_period_end)
  const paid = {
    tier,
    source: 'stripe',
    period_end: periodEnd,
    beside_ends_at: null,
    stripe_subscription_id: subscription.id,
    card_brand: card?.brand ?? null,
    card_last4: card?.last4 ?? null,
  }
  if (isUnpaid(subscription)) {
    // The grace period begins with the first failed payment; further failed attempts do not extend it.
    const began = row.status === 'past_due' ? row.ends_at : null
    return {
      ...paid,
      status: 'past_due',
      ends_at: began ?? new Date(Date.now() + GRACE_DAYS * DAY_MS),
    }
  }
  const endsAt = subscription.cancel_at_period_end ? periodEnd : instantOf(subscription.cancel_at)
  return { ...paid, status: endsAt === null ? 'active' : 'cancelling', ends_at: endsAt }
}

const isUnpaid = ({ status }: Stripe.Subscription) => status === 'past_due' || status === 'unpaid'
/**
 * Cancelled and unpaid: Stripe would go on trying to charge the card for a month that nobody wants. Excepted is a
 * subscription that was cancelled because its person is leaving: they may still change their mind, and then it goes on.
 */
const isGivenUp = (subscription: Stripe.Subscription) =>
  isUnpaid(subscription) && endsWithPeriod(subscription) && !subscription.metadata[leavingMark]

const instantOf = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : null)

/**
 * Cancels subscriptions that are given up, and returns the best of the others: a paid one before an unpaid one, then
 * the higher tier, then the newer one.
 */
async function findSubscription({ stripe, prices }: Payments, customer: string): Promise<Found | null> {
  const { data } = await stripe.subscriptions.list({
    customer,
    status: 'all',
    limit: 100,
    expand: ['data.default_payment_method'],
  })
  const rank = (one: { subscription: Stripe.Subscription; tier: Tier }) =>
    tiers.indexOf(one.tier) + (isUnpaid(one.subscription) ? 0 : tiers.length)
  const [ending, others] = [data.filter(isGivenUp), data.filter((each) => !isGivenUp(each))]
  for (const { id } of ending) await stripe.subscriptions.cancel(id)
  const [best] = others
    .filter(holds)
    .flatMap((subscription) => {
      const tier = tierOf(subscription, prices)
      return tier === null ? [] : [{ subscription, tier }]
    })
    .toSorted((a, b) => rank(b) - rank(a) || b.subscription.created - a.subscription.created)
  if (!best) return null

  const method = best.subscription.default_payment_method
  return { ...best, card: typeof method === 'object' ? (method?.card ?? null) : null }
}

type Bills = { invoices: Stripe.Invoice[]; paidBack: PaidBack }
const noBills: Bills = { invoices: [], paidBack: new Set() }

async function listBills(payments: Payments, customer: string): Promise<Bills> {
  const list = (more: Stripe.InvoiceListParams) =>
    payments.stripe.invoices.list({ customer, limit: INVOICES, ...more })
  const { data } = await list({ expand: ['data.payments'] }).catch((error: unknown) => {
    // The operator's key may read invoices, and not what was paid for them.
    if (error instanceof payments.errors.StripePermissionError) return list({})
    throw error
  })
  const invoices = data.filter((invoice) => invoice.status !== 'draft')
  const isAnyPaid = invoices.some(({ status }) => status === 'paid')
  return { invoices, paidBack: isAnyPaid ? await paymentsPaidBack(payments, customer) : noBills.paidBack }
}

async function keepInvoices(tx: Tx, userId: string, { invoices, paidBack }: Bills): Promise<void> {
  for (const invoice of invoices) {
    await tx
      .insertInto('invoices')
      .values({
        user_id: userId,
        stripe_invoice_id: invoice.id ?? null,
        number: invoice.number ?? invoice.id ?? '',
        description: `${invoice.lines.data[0]?.description ?? plans.family.name}`,
        amount_cents: invoice.total,
        currency: invoice.currency,
        status: isPaidBack(invoice, paidBack) ? 'void' : statusOf(invoice),
        issued_at: new Date(invoice.created * 1000),
        url: invoice.hosted_invoice_url ?? null,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'stripe_invoice_id']).doUpdateSet((known) => ({
          status: known.ref('excluded.status'),
          url: known.ref('excluded.url'),
          number: known.ref('excluded.number'),
          amount_cents: known.ref('excluded.amount_cents'),
        })),
      )
      .execute()
  }
}

function statusOf({ status, attempted }: Stripe.Invoice): string {
  if (status === 'paid') return 'paid'
  if (status === 'void') return 'void'
  if (status === 'uncollectible') return 'failed'
  return attempted ? 'failed' : 'open'
}
