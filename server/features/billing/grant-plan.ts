import { sql } from 'kysely'
import { ownLimits, type PlanGrant } from '#contract/billing.ts'
import { tier } from '#contract/tier.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { enqueue } from '../../jobs/job.ts'
import { followPayment } from './billing.jobs.ts'

/**
 * Grants an account a plan and limits of its own, whatever it pays for; 'default' takes the grant back, so that the
 * paid plan counts again. Runs as the worker: callers have checked that an operator asks.
 * @returns the account's id
 * @throws USER_NOT_FOUND
 */
export async function grantPlan(tx: Tx, grant: PlanGrant): Promise<string> {
  const { rows: accounts } = await sql<{ id: string | null; fallback: string }>`
    select app.account_with_email(${grant.email}) as id, app.default_tier() as fallback`.execute(tx)
  const [account] = accounts
  if (!account?.id) throw codeError('USER_NOT_FOUND')

  const isTakenBack = grant.tier === 'default'
  const given = isTakenBack ? tier.parse(account.fallback) : grant.tier
  const source = isTakenBack ? 'default' : 'operator'
  const limits = JSON.stringify(ownLimits.parse(grant.limits))
  await sql`select app.set_plan(${account.id}, ${given}, ${source}, ${limits}::jsonb)`.execute(tx)
  // Also beside a new grant, so that whoever goes on paying is told when they are charged next.
  await enqueue(tx, followPayment, { userId: account.id }, { key: `follow_payment/${account.id}` })
  return account.id
}
