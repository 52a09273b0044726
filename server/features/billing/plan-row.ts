import type { Selectable } from 'kysely'
import type { Tx } from '../../db/actor.ts'
import type { Subscriptions } from '../../db/tables.generated.ts'

export type PlanRow = Selectable<Subscriptions>

/** Reads an account's plan and locks its row until the transaction ends, so that other changes of the plan wait. */
export function lockPlan(tx: Tx, userId: string): Promise<PlanRow | undefined> {
  return tx
    .selectFrom('subscriptions')
    .where('user_id', '=', userId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}

/** Writes the changed columns of an account's plan. */
export async function changePlan(tx: Tx, userId: string, change: Partial<PlanRow>): Promise<void> {
  const { own_limits: _, updated_at: __, user_id: ___, ...columns } = change
  await tx.updateTable('subscriptions').set(columns).where('user_id', '=', userId).execute()
}
