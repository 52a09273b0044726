import { sql } from 'kysely'
import { type Billing, billing, type paymentModes } from '#contract/billing.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { Services } from '../../services.ts'

export type PaymentMode = (typeof paymentModes)[number]

/** 'stripe' where Stripe is set up; otherwise 'test', or 'off' where only the operator gives plans. */
export function modeOf({ env, payments }: Pick<Services, 'env' | 'payments'>): PaymentMode {
  if (payments !== null) return 'stripe'
  return env.planTestMode ? 'test' : 'off'
}

const INVOICES = 24

/** A person's plan, usage and invoices, read from the same rows that the limits are enforced with. @throws NOT_FOUND */
export async function getBilling(tx: Tx, userId: string, mode: PaymentMode): Promise<Billing> {
  const { rows } = await sql<{ found: Record<string, unknown> }>`
    select json_build_object(
      'plan', json_build_object(
        'tier', allowed.tier, 'source', plan.source, 'status', plan.status,
        'renewsAt', case when plan.ends_at is null then plan.period_end end, 'endsAt', plan.ends_at,
        'fallsTo', app.default_tier(), 'hasOwnLimits', plan.own_limits <> '{}',
        'paysBeside', plan.source = 'operator' and plan.stripe_subscription_id is not null,
        'besideEndsAt', case when plan.source = 'operator' then plan.beside_ends_at end
      ),
      'usage', json_build_object(
        'storageBytes', json_build_object('used', used.storage_used_bytes, 'limit', allowed.storage_bytes),
        'aiHours', json_build_object('limit', allowed.ai_hours_per_month, 'used',
          case when used.ai_hours_month = this.month then used.ai_analysis_hours_used else 0 end),
        'collaborators', json_build_object('used', people.collaborators, 'limit', allowed.collaborators),
        'viewers', json_build_object('used', people.viewers, 'limit', allowed.viewers),
        'storybooks', json_build_object('limit', allowed.storybooks_per_month, 'used', (
          select count(*) from public.month_uses
          where user_id = plan.user_id and month = this.month and kind = 'storybook')),
        'exports', json_build_object('limit', allowed.exports_per_month, 'used', (
          select count(*) from public.month_uses
          where user_id = plan.user_id and month = this.month and kind = 'export')),
        'aiPages', json_build_object('limit', allowed.ai_pages_per_month, 'used', (
          select count(*) from public.month_uses
          where user_id = plan.user_id and month = this.month and kind in ('chapter', 'picture')))
      ),
      'card', case when plan.card_last4 is not null
        then json_build_object('brand', plan.card_brand, 'last4', plan.card_last4) end,
      'invoices', coalesce((
        select json_agg(json_build_object(
          'id', bill.id, 'number', bill.number, 'description', bill.description, 'amountCents', bill.amount_cents,
          'currency', bill.currency, 'status', bill.status, 'issuedAt', bill.issued_at, 'url', bill.url
        ) order by bill.issued_at desc, bill.id desc)
        from (
          select * from public.invoices where user_id = plan.user_id order by issued_at desc, id desc limit ${INVOICES}
        ) bill), '[]')
    ) as found
    from public.subscriptions plan
    join app.allowances allowed on allowed.user_id = plan.user_id
    join public.usage_tracking used on used.user_id = plan.user_id
    cross join (select date_trunc('month', now() at time zone 'utc')::date as month) this
    cross join lateral app.people_of(plan.user_id) people
    where plan.user_id = ${userId}`.execute(tx)
  if (!rows[0]) throw codeError('NOT_FOUND')
  return billing.parse({ mode, ...rows[0].found })
}
