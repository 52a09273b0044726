import { sql } from 'kysely'
import { type AccountPlan, ownLimits } from '#contract/billing.ts'
import { asUser, asWorker } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { getBilling, modeOf } from './overview.ts'

/**
 * An account's plan and usage, as its owner sees them, without card and invoices. Callers have checked that an operator
 * asks.
 * @throws USER_NOT_FOUND
 */
export async function getAccountPlan(
  services: Pick<Services, 'db' | 'env' | 'payments'>,
  email: string,
): Promise<AccountPlan> {
  const { db } = services
  const { rows } = await asWorker(db, null, (tx) =>
    sql<{ id: string | null }>`select app.account_with_email(${email}) as id`.execute(tx),
  )
  const id = rows[0]?.id
  if (!id) throw codeError('USER_NOT_FOUND')

  return asUser(db, { sub: id }, async (tx) => {
    const { plan, usage } = await getBilling(tx, id, modeOf(services))
    const row = await tx
      .selectFrom('profiles')
      .innerJoin('subscriptions', 'subscriptions.user_id', 'profiles.id')
      .where('profiles.id', '=', id)
      .select(['profiles.email', 'subscriptions.own_limits as ownLimits'])
      .executeTakeFirstOrThrow()
    return { email: row.email, plan, usage, limits: ownLimits.parse(row.ownLimits) }
  })
}
