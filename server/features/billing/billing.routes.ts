import { implement } from '@orpc/server'
import { sql } from 'kysely'
import type { Billing } from '#contract/billing.ts'
import { contract } from '#contract/index.ts'
import { asUser, asWorker, type Claims, type Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { requireOperator } from '../../http/operator.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import { enqueue } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { getAccountPlan } from './account-plan.ts'
import { followPayment } from './billing.jobs.ts'
import { followStripe } from './follow-stripe.ts'
import { grantPlan } from './grant-plan.ts'
import { getBilling, modeOf } from './overview.ts'
import { asking, endWithMonth, openCheckout, openPortal } from './stripe-plan.ts'
import { cancelTestPlan, changeTestCard, resumeTestPlan, takeTestPlan } from './test-plan.ts'

/** So long after a paid month Stripe's message of the next one is taken to be lost. */
const LATE_MS = 3_600_000

const api = implement(contract.billing).$context<RequestContext>().use(requirePerson)

export function billingRoutes(services: Services) {
  const { db } = services
  const mode = modeOf(services)
  const show = ({ sub }: Claims) => asUser(db, { sub }, (tx) => getBilling(tx, sub, mode))

  /** Has Stripe asked by a job, so that nobody waits for it; the person's screen follows the change of the plan. */
  const askIfLate = async ({ sub }: Claims, { plan }: Billing) => {
    const next = plan.renewsAt ?? plan.besideEndsAt
    // What was paid beside a grant before its dates were kept has none.
    const isLate = next === null ? plan.paysBeside : Date.parse(next) < Date.now() - LATE_MS
    if (mode !== 'stripe' || !isLate) return
    await asWorker(db, sub, async (tx) => {
      const { rows } = await sql<{ may: boolean }>`select app.may_ask_for_payments() as may`.execute(tx)
      if (rows[0]?.may) await enqueue(tx, followPayment, { userId: sub }, { key: `follow_payment/${sub}` })
    })
  }

  /** Runs a change of a plan as the worker: the database role of a person may only read plans. */
  const inTestMode = async (claims: Claims, work: (tx: Tx) => Promise<void>) => {
    if (mode !== 'test') throw codeError('CONFLICT')
    await asWorker(db, claims.sub, work)
    return show(claims)
  }
  const endOrGoOn = async (claims: Claims, ends: boolean) => {
    if (mode === 'stripe') {
      await endWithMonth(services, claims.sub, ends)
      await asking(services, () => followStripe(services, claims.sub))
      return show(claims)
    }
    return inTestMode(claims, (tx) =>
      ends ? cancelTestPlan(tx, claims.sub) : resumeTestPlan(tx, claims.sub),
    )
  }

  return {
    get: api.get.handler(async ({ context: { claims } }) => {
      const known = await show(claims)
      await askIfLate(claims, known)
      return known
    }),
    upgrade: api.upgrade.handler(({ context: { claims }, input }) =>
      inTestMode(claims, (tx) => takeTestPlan(tx, claims.sub, input)),
    ),
    changeCard: api.changeCard.handler(({ context: { claims }, input }) =>
      inTestMode(claims, (tx) => changeTestCard(tx, claims.sub, input)),
    ),
    cancel: api.cancel.handler(({ context: { claims } }) => endOrGoOn(claims, true)),
    resume: api.resume.handler(({ context: { claims } }) => endOrGoOn(claims, false)),
    checkout: api.checkout.handler(async ({ context: { claims }, input }) => {
      const url = await openCheckout(services, claims, input.tier)
      if (url !== null) return { url }
      await asking(services, () => followStripe(services, claims.sub))
      throw codeError('CONFLICT')
    }),
    portal: api.portal.handler(async ({ context: { claims } }) => ({
      url: await openPortal(services, claims.sub),
    })),
    refresh: api.refresh.handler(async ({ context: { claims } }) => {
      await asking(services, () => followStripe(services, claims.sub))
      return show(claims)
    }),
    grant: api.grant.handler(async ({ context: { claims }, input }) => {
      requireOperator(services, claims)
      const account = await asWorker(db, null, (tx) => grantPlan(tx, input))
      // Asked here and not only by the job, so that the operator sees the paid plan at once. If Stripe cannot be
      // reached, the queued job asks later.
      await followStripe(services, account).catch((err: unknown) =>
        services.log.warn({ err }, 'a plan was given or taken back and Stripe could not be asked'),
      )
      services.log.info({ operator: claims.sub, tier: input.tier }, 'an operator gave a plan')
      return getAccountPlan(services, input.email)
    }),
    readGrant: api.readGrant.handler(({ context: { claims }, input }) => {
      requireOperator(services, claims)
      return getAccountPlan(services, input.email)
    }),
  }
}
