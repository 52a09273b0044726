import type { ClientBase } from 'pg'
import { plans, type Tier } from '#contract/plans.ts'

/**
 * Copies the plan catalogue from the contract into `app.plan_limits`, where the database enforces it. Accounts that have neither
 * paid nor been granted a plan have the default plan, which may have changed since the last start.
 */
export async function syncPlans(client: Pick<ClientBase, 'query'>, defaultTier: Tier): Promise<void> {
  for (const [tier, plan] of Object.entries(plans)) {
    await client.query(
      `insert into app.plan_limits (tier, storage_bytes, ai_hours_per_month, collaborators, viewers, storybooks_per_month,
         exports_per_month, is_default, ai_pages_per_month)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (tier) do update set
         storage_bytes = excluded.storage_bytes,
         ai_hours_per_month = excluded.ai_hours_per_month,
         collaborators = excluded.collaborators,
         viewers = excluded.viewers,
         storybooks_per_month = excluded.storybooks_per_month,
         exports_per_month = excluded.exports_per_month,
         is_default = excluded.is_default,
         ai_pages_per_month = excluded.ai_pages_per_month`,
      [
        tier,
        plan.storageBytes,
        plan.aiHoursPerMonth,
        plan.collaborators,
        plan.viewers,
        plan.storybooksPerMonth,
        plan.exportsPerMonth,
        tier === defaultTier,
        plan.aiPagesPerMonth,
      ],
    )
  }
  await client.query(`update public.subscriptions set tier = $1 where source = 'default' and tier <> $1`, [
    defaultTier,
  ])
}
