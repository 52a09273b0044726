import type Stripe from 'stripe'
import { plans, type Tier, tiers } from '#contract/plans.ts'
import { asWorker, type Tx } from '../../db/actor.ts'
import type { Payments } from '../../payments/stripe.ts'
import type { Services } from '../../services.ts'
import { unlessDeleted } from './deleted-customer.ts'
import { changePlan, lockPlan, type PlanRow } from './plan-row.ts'
import { endsWithPeriod, holds, leavingMark, tierOf } from './stripe-plan.ts'
import { fallToDefault } from './test-plan.ts'

/** So long after a payment failed somebody keeps what they had: the time of Stripe's own tries. */
const GRACE_DAYS = 14
const DAY_MS = 86_400_000
const INVOICES = 24

type Found = { subscription: Stripe.Subscription; tier: Tier; card: Stripe.PaymentMethod.Card | null }

/**
 * Makes the plan what Stripe says it is now. Messages only say that something happened, so it does not matter in which
 * order they come or how often: the truth is fetched, behind the row's lock, so that of two at once the later one has the
 * later answer.
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
    const { found, invoices } = await unlessDeleted(payments, customer, {
      ask: async () => ({
        found: await findSubscription(payments, customer),
        invoices: await listInvoices(payments, customer),
      }),
      otherwise: { found: null, invoices: [] },
    })
    await keepInvoices(tx, userId, invoices)
    if (found === null) return forgetPaid(tx, row)
    // What the operator granted holds; what is paid beside it takes its place when the grant is taken back.
    if (row.source === 'operator') return
    await changePlan(tx, userId, planOf(row, found))
  })
}

/** What was paid has ended; also beside a grant, after which the account could otherwise never pay again. */
async function forgetPaid(tx: Tx, row: PlanRow): Promise<void> {
  if (row.source === 'stripe') return fallToDefault(tx, row.user_id)
  if (row.stripe_subscription_id === null) return
  await changePlan(tx, row.user_id, { stripe_subscription_id: null, card_brand: null, card_last4: null })
}

function planOf(row: PlanRow, { subscription, tier, card }: Found): Partial<PlanRow> {
  const periodEnd = instantOf(subscription.items.data[0]?.current_period_end)
  const paid = {
    tier,
    source: 'stripe',
    period_end: periodEnd,
    stripe_subscription_id: subscription.id,
    card_brand: card?.brand ?? null,
    card_last4: card?.last4 ?? null,
  }
  if (isUnpaid(subscription)) {
    // The grace begins once: another failed try does not make it longer.
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
 * Cancelled, and nothing of it is paid: Stripe would try the card until the month is over that nobody wants. Whoever leaves may
 * stay after all, and goes on with theirs then.
 */
const isGivenUp = (subscription: Stripe.Subscription) =>
  isUnpaid(subscription) && endsWithPeriod(subscription) && !subscription.metadata[leavingMark]

const instantOf = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : null)

/** The best plan that somebody pays for; a plan that is paid before one that is not. */
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

async function listInvoices({ stripe }: Payments, customer: string): Promise<Stripe.Invoice[]> {
  const { data } = await stripe.invoices.list({ customer, limit: INVOICES })
  return data.filter((invoice) => invoice.status !== 'draft')
}

async function keepInvoices(tx: Tx, userId: string, invoices: Stripe.Invoice[]): Promise<void> {
  for (const invoice of invoices) {
    const { status } = invoice
    await tx
      .insertInto('invoices')
      .values({
        user_id: userId,
        stripe_invoice_id: invoice.id ?? null,
        number: invoice.number ?? invoice.id ?? '',
        description: `${invoice.lines.data[0]?.description ?? plans.family.name}`,
        amount_cents: invoice.total,
        currency: invoice.currency,
        status: statusOf(status, invoice.attempted),
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

function statusOf(status: Stripe.Invoice.Status | null, attempted: boolean): string {
  if (status === 'paid') return 'paid'
  if (status === 'void') return 'void'
  if (status === 'uncollectible') return 'failed'
  return attempted ? 'failed' : 'open'
}
