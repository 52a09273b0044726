import type { ClientBase } from 'pg'
import { plans } from '#contract/plans.ts'

/** Copies the plan catalogue from the contract into `app.plan_limits`, where the database enforces it. */
export async function syncPlans(client: Pick<ClientBase, 'query'>): Promise<void> {
  for (const [tier, plan] of Object.entries(plans)) {
    await client.query(
      `insert into app.plan_limits (tier, storage_bytes, ai_hours_per_month, collaborators, viewers, storybooks_per_month)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (tier) do update set
         storage_bytes = excluded.storage_bytes,
         ai_hours_per_month = excluded.ai_hours_per_month,
         collaborators = excluded.collaborators,
         viewers = excluded.viewers,
         storybooks_per_month = excluded.storybooks_per_month`,
      [
        tier,
        plan.storageBytes,
        plan.aiHoursPerMonth,
        plan.collaborators,
        plan.viewers,
        plan.storybooksPerMonth,
      ],
    )
  }
}
