import { sql } from 'kysely'
import type { KeptCard } from '#contract/cards.ts'
import { plans, type Tier } from '#contract/plans.ts'
import { tier } from '#contract/tier.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { changePlan, lockPlan, type PlanRow } from './plan-row.ts'

/*
 * Test mode, for servers without Stripe (decision 22): everything happens except the payment. Months begin and end,
 * invoices are written and marked as tests, and of a card only the brand and the last four digits are kept; the page
 * sends no more.
 */

/**
 * Begins a month of a plan. For the plan that the account has already, it only changes the card and takes back a
 * cancellation.
 * @throws CONFLICT while an operator's grant or a plan of Stripe's holds
 */
export async function takeTestPlan(
  tx: Tx,
  userId: string,
  wanted: { tier: Tier; card: KeptCard },
): Promise<void> {
  const row = await ownPlan(tx, userId)
  const card = { card_brand: wanted.card.brand, card_last4: wanted.card.last4 }
  if (row.source === 'test' && row.tier === wanted.tier && !isOver(row)) {
    return changePlan(tx, userId, { ...card, status: 'active', ends_at: null })
  }

  await changePlan(tx, userId, {
    ...card,
    tier: wanted.tier,
    source: 'test',
    status: 'active',
    ends_at: null,
    period_end: monthAfter(new Date()),
  })
  await writeTestInvoice(tx, userId, wanted.tier)
}

export async function changeTestCard(tx: Tx, userId: string, card: KeptCard): Promise<void> {
  const row = await ownPlan(tx, userId)
  if (row.source !== 'test') throw codeError('CONFLICT')
  await changePlan(tx, userId, { card_brand: card.brand, card_last4: card.last4 })
}

/**
 * Cancels a plan with the end of the month that is paid. Idempotent.
 * @throws CONFLICT where the plan is not one of the test mode
 */
export async function cancelTestPlan(tx: Tx, userId: string): Promise<void> {
  const row = await ownPlan(tx, userId)
  if (row.source !== 'test') throw codeError('CONFLICT')
  await changePlan(tx, userId, { status: 'cancelling', ends_at: row.period_end })
}

/** @throws CONFLICT when the plan has ended in the meantime, or is not one of the test mode */
export async function resumeTestPlan(tx: Tx, userId: string): Promise<void> {
  const row = await ownPlan(tx, userId)
  if (row.source !== 'test' || isOver(row)) throw codeError('CONFLICT')
  await changePlan(tx, userId, { status: 'active', ends_at: null })
}

/**
 * At the end of a month: a cancelled plan becomes the default one, and a plan of the test mode gets another month.
 * Where payments are real, or only the operator gives plans, a month of the test mode is not followed by another.
 */
export async function turnMonth(tx: Tx, userId: string, isTestMode: boolean): Promise<void> {
  const now = new Date()
  const row = await lockPlan(tx, userId)
  if (!row) return
  if (row.ends_at !== null && row.ends_at <= now) return fallToDefault(tx, userId)
  if (row.source !== 'test' || row.period_end === null || row.period_end > now) return

  if (!isTestMode) return fallToDefault(tx, userId)

  // After a long downtime one month begins, not one for each month that was missed.
  let next = monthAfter(row.period_end)
  while (next <= now) next = monthAfter(next)
  await changePlan(tx, userId, { period_end: next })
  await writeTestInvoice(tx, userId, tier.parse(row.tier))
}

/** Sets the default plan. What exceeds its limits is kept and stays readable; there is only no room for more. */
export async function fallToDefault(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql<{ tier: string }>`select app.default_tier() as tier`.execute(tx)
  await changePlan(tx, userId, {
    tier: rows[0]?.tier ?? 'free',
    source: 'default',
    status: 'active',
    ends_at: null,
    period_end: null,
    card_brand: null,
    card_last4: null,
    stripe_subscription_id: null,
  })
}

async function ownPlan(tx: Tx, userId: string): Promise<PlanRow> {
  const row = await lockPlan(tx, userId)
  if (!row || row.source === 'operator' || row.source === 'stripe') throw codeError('CONFLICT')
  return row
}

const isOver = (row: PlanRow) => row.ends_at !== null && row.ends_at <= new Date()

/** The same day of the next month, or the last day of a month that is too short (UTC). */
export function monthAfter(day: Date): Date {
  const next = new Date(day)
  next.setUTCMonth(next.getUTCMonth() + 1)
  if (next.getUTCDate() !== day.getUTCDate()) next.setUTCDate(0)
  return next
}

async function writeTestInvoice(tx: Tx, userId: string, taken: Tier): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from public.invoices where user_id = ${userId}`.execute(tx)
  await tx
    .insertInto('invoices')
    .values({
      user_id: userId,
      number: `TEST-${String((rows[0]?.count ?? 0) + 1).padStart(4, '0')}`,
      description: `${plans[taken].name}, one month`,
      amount_cents: plans[taken].priceCents,
      status: 'test',
    })
    .execute()
}
