import { sql } from 'kysely'
import { z } from 'zod'
import { asWorker } from '../../db/actor.ts'
import { defineJob, handleJob, type JobHandler } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { followLeavingPerson } from './billing.ts'
import { followStripe } from './follow-stripe.ts'
import { modeOf } from './overview.ts'
import { endAllOf, followLeaving, movePayer } from './stripe-plan.ts'
import { turnMonth } from './test-plan.ts'

export const followPayment = defineJob('follow_payment', z.object({ userId: z.uuid() }))
const movePayerTo = defineJob('move_payer', z.object({ userId: z.uuid() }))
const endStripeSubscription = defineJob('end_stripe_subscription', z.object({ customerId: z.string() }))
const turnPlans = defineJob('turn_plans', z.unknown())
const askUnpaid = defineJob('ask_unpaid', z.unknown())
const recountUsage = defineJob('recount_usage', z.unknown())

const MOST = 200

type Parts = Pick<Services, 'db' | 'env' | 'payments' | 'log'>

/**
 * The jobs that bring plans in line with what was paid, begin and end months, and check the usage counters each night.
 */
export function billingJobs(services: Parts): JobHandler[] {
  return [
    handleJob(followPayment, ({ userId }) => followStripe(services, userId)),
    handleJob(followLeavingPerson, async ({ userId }) => {
      await followLeaving(services, userId)
      await followStripe(services, userId)
    }),
    handleJob(movePayerTo, ({ userId }) => movePayer(services, userId)),
    handleJob(endStripeSubscription, async ({ customerId }) => {
      if (services.payments) await endAllOf(services.payments, customerId)
    }),
    handleJob(turnPlans, (_, { signal }) => turnDuePlans(services, MOST, signal), {
      schedule: '*/15 * * * *',
    }),
    handleJob(askUnpaid, (_, { signal }) => askAboutUnpaid(services, signal), { schedule: '50 3 * * *' }),
    handleJob(recountUsage, async () => void (await repairUsage(services)), { schedule: '40 3 * * *' }),
  ]
}

/**
 * Ends plans that have reached their end; in test mode, begins the next month of the others.
 * @param stop aborted when no further plan is to be begun: with Stripe out of reach each takes as long as Stripe may take to answer
 */
export async function turnDuePlans(
  { db, env, payments, log }: Parts,
  most = MOST,
  stop?: AbortSignal,
): Promise<void> {
  const isTestMode = modeOf({ env, payments }) === 'test'
  await asWorker(db, null, (tx) =>
    sql`delete from app.stripe_events where received_at < now() - interval '90 days'`.execute(tx),
  )
  const tried = new Set<string>()
  for (;;) {
    const due = await asWorker(db, null, async (tx) => {
      // Plans that were not turned in this run are still due and come first. Reading more rows by their number keeps them from
      // crowding out the others.
      const { rows } = await sql<{ id: string }>`select app.due_plans(${most + tried.size}) as id`.execute(tx)
      return rows.map(({ id }) => id).filter((id) => !tried.has(id))
    })
    if (due.length === 0) return
    for (const userId of due) {
      stop?.throwIfAborted()
      tried.add(userId)
      // A webhook of Stripe's may have been lost, so Stripe is asked for payments before a plan is ended.
      const turned = payments ? followStripe({ db, payments }, userId) : Promise.resolve()
      await turned
        .then(() => asWorker(db, userId, (tx) => turnMonth(tx, userId, isTestMode)))
        .catch((err: unknown) => log.error({ err, userId }, 'a plan was not turned'))
    }
  }
}

/** Asks Stripe about plans whose grace period is over: they may have been paid or have ended since. */
export async function askAboutUnpaid({ db, payments, log }: Parts, stop?: AbortSignal): Promise<void> {
  if (payments === null) return
  const unpaid = await asWorker(db, null, async (tx) => {
    const { rows } = await sql<{ id: string }>`select app.unpaid_plans(${MOST}) as id`.execute(tx)
    return rows.map(({ id }) => id)
  })
  for (const userId of unpaid) {
    stop?.throwIfAborted()
    await followStripe({ db, payments }, userId).catch((err: unknown) =>
      log.error({ err, userId }, 'a plan that is not paid was not followed'),
    )
  }
}

/**
 * Recounts the usage of accounts whose counters differ from their rows, which should never happen.
 * @returns how many were repaired
 */
export async function repairUsage({ db, log }: Pick<Parts, 'db' | 'log'>): Promise<number> {
  const drifted = await asWorker(db, null, async (tx) => {
    const { rows } = await sql<{ id: string }>`select app.drifted_usage() as id`.execute(tx)
    return rows.map(({ id }) => id)
  })
  for (const userId of drifted) {
    log.warn({ userId }, 'the counted usage differed from its rows and is counted anew')
    await asWorker(db, null, (tx) => sql`select app.recount_usage(${userId})`.execute(tx))
  }
  return drifted.length
}
