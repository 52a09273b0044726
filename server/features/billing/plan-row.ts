import type { Selectable } from 'kysely'
import type { Tx } from '../../db/actor.ts'
import type { Subscriptions } from '../../db/tables.generated.ts'

export type PlanRow = Selectable<Subscriptions>

/** Somebody's plan, held until the transaction ends: whoever else changes it waits. */
export function lockPlan(tx: Tx, userId: string): Promise<PlanRow | undefined> {
  return tx
    .selectFrom('subscriptions')
    .where('user_id', '=', userId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}

/** Writes what changed of somebody's plan. */
export async function changePlan(tx: Tx, userId: string, change: Partial<PlanRow>): Promise<void> {
  const { own_limits: _, updated_at: __, user_id: ___, ...columns } = change
  await tx.updateTable('subscriptions').set(columns).where('user_id', '=', userId).execute()
}
