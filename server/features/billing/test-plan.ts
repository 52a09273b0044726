import { sql } from 'kysely'
import type { KeptCard } from '#contract/cards.ts'
import { plans, type Tier } from '#contract/plans.ts'
import { tier } from '#contract/tier.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { changePlan, lockPlan, type PlanRow } from './plan-row.ts'

/*
 * Payments where no Stripe is set up (decision 22): everything happens but the payment. Months begin and end, invoices are
 * written and marked as tests, and of a card only what the page sends is kept: brand and last four digits.
 */

/** Begins a month of a plan. The same again changes the card alone. @throws CONFLICT while an operator's grant holds */
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

/** The plan stays until the month that is paid has passed. Asked twice, it is cancelled once. */
export async function cancelTestPlan(tx: Tx, userId: string): Promise<void> {
  const row = await ownPlan(tx, userId)
  if (row.source !== 'test') throw codeError('CONFLICT')
  await changePlan(tx, userId, { status: 'cancelling', ends_at: row.period_end })
}

/** @throws CONFLICT when the plan has ended in the meantime */
export async function resumeTestPlan(tx: Tx, userId: string): Promise<void> {
  const row = await ownPlan(tx, userId)
  if (row.source !== 'test' || isOver(row)) throw codeError('CONFLICT')
  await changePlan(tx, userId, { status: 'active', ends_at: null })
}

/**
 * Turns the page of the month: a cancelled plan falls to the default one, any other goes on while payments are a test. Where
 * they are real, or plans are the operator's to give, a month that nobody paid is not followed by another.
 */
export async function turnMonth(tx: Tx, userId: string, isTestMode: boolean): Promise<void> {
  const now = new Date()
  const row = await lockPlan(tx, userId)
  if (!row) return
  if (row.ends_at !== null && row.ends_at <= now) return fallToDefault(tx, userId)
  if (row.source !== 'test' || row.period_end === null || row.period_end > now) return

  if (!isTestMode) return fallToDefault(tx, userId)

  // After a long sleep of the server one month begins, not one for each that was slept through.
  let next = monthAfter(row.period_end)
  while (next <= now) next = monthAfter(next)
  await changePlan(tx, userId, { period_end: next })
  await writeTestInvoice(tx, userId, tier.parse(row.tier))
}

/** What is over the default plan's limits is kept and stays readable; there is only no room for more. */
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

/** The same day of the next month, or the last one of a month that is too short. */
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
