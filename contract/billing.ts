import { z } from 'zod'
import { keptCard } from '#contract/cards.ts'
import { errors } from '#contract/errors.ts'
import { emailAddress, id, instant } from '#contract/fields.ts'
import { procedure } from '#contract/procedure.ts'
import { tier } from '#contract/tier.ts'

/** stripe: card numbers go to Stripe and nowhere else. test: no money moves. off: only the operator assigns plans. */
export const paymentModes = ['stripe', 'test', 'off'] as const

export const planSources = ['default', 'test', 'stripe', 'operator'] as const
export const planStatuses = ['active', 'cancelling', 'past_due'] as const

/** How much is used, and how much is allowed; a limit of null means unlimited. */
const meter = z.object({ used: z.number(), limit: z.number().nullable() })
export type Meter = z.infer<typeof meter>

export const invoice = z.object({
  id,
  number: z.string(),
  description: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  /** void: withdrawn, or paid back in full. */
  status: z.enum(['paid', 'open', 'failed', 'void', 'test']),
  issuedAt: instant,
  /** The address at which Stripe shows the invoice. */
  url: z.string().nullable(),
})
export type Invoice = z.infer<typeof invoice>

export const billing = z.object({
  mode: z.enum(paymentModes),
  plan: z.object({
    tier,
    source: z.enum(planSources),
    status: z.enum(planStatuses),
    /** When the next month begins, for a plan that renews. */
    renewsAt: instant.nullable(),
    /** When the plan ends, if it was cancelled or not paid for. */
    endsAt: instant.nullable(),
    /** The plan that follows when this one ends. */
    fallsTo: tier,
    hasOwnLimits: z.boolean(),
    /** Whether a plan at Stripe goes on, and is charged, beside the one that an operator gave. */
    paysBeside: z.boolean(),
    /** When that plan at Stripe ends, if it was cancelled. */
    besideEndsAt: instant.nullable(),
  }),
  usage: z.object({
    storageBytes: meter,
    aiHours: meter,
    collaborators: meter,
    viewers: meter,
    storybooks: meter,
    exports: meter,
    aiPages: meter,
  }),
  card: keptCard.extend({ brand: z.string() }).nullable(),
  /** Those of the last two years. */
  invoices: z.array(invoice),
})
export type Billing = z.infer<typeof billing>

/** The plans that can be bought. */
const saleable = z.object({ tier: z.literal('family') })

/** An integer of PostgreSQL: a larger one could be stored, but not be read back. */
const count = z
  .int()
  .nonnegative()
  .max(2 ** 31 - 1)
  .nullable()
/** Limits that replace those of the account's plan. Null means unlimited; an absent limit follows the plan. */
export const ownLimits = z
  .object({
    storageBytes: z.int().nonnegative().nullable(),
    aiHoursPerMonth: z.number().nonnegative().nullable(),
    collaborators: count,
    viewers: count,
    storybooksPerMonth: count,
    exportsPerMonth: count,
    aiPagesPerMonth: count,
  })
  .partial()

export const planGrant = z.object({
  email: emailAddress,
  /** 'default' withdraws a grant: the account returns to the plan it pays for, or to the default plan. */
  tier: z.enum(['free', 'family', 'generation', 'default']),
  limits: ownLimits.default({}),
})
export type PlanGrant = z.infer<typeof planGrant>

/** What an operator sees of an account. `limits` are those set for this account in place of its plan's. */
export const accountPlan = billing
  .pick({ plan: true, usage: true })
  .extend({ email: z.string(), limits: ownLimits })
export type AccountPlan = z.infer<typeof accountPlan>

const changes = errors('CONFLICT', 'PAYMENT_SERVICE_FAILED')

/** Anybody who is not an operator gets NOT_FOUND from the operator's procedures. */
const forOperators = errors('NOT_FOUND', 'USER_NOT_FOUND')

export const billingContract = {
  get: procedure
    .route({ method: 'GET', path: '/billing', summary: 'Your plan, what is used of it, and what was paid' })
    .output(billing),
  upgrade: procedure
    .route({ method: 'POST', path: '/billing/upgrade', summary: 'Take a plan, where payments are a test' })
    .input(saleable.extend({ card: keptCard }))
    .output(billing)
    .errors(changes),
  changeCard: procedure
    .route({ method: 'PUT', path: '/billing/card', summary: 'Another card, where payments are a test' })
    .input(keptCard)
    .output(billing)
    .errors(changes),
  cancel: procedure
    .route({ method: 'POST', path: '/billing/cancel', summary: 'End the plan with the month that is paid' })
    .output(billing)
    .errors(changes),
  resume: procedure
    .route({ method: 'POST', path: '/billing/resume', summary: 'Take a cancellation back' })
    .output(billing)
    .errors(changes),
  checkout: procedure
    .route({ method: 'POST', path: '/billing/checkout', summary: 'The address of Stripe’s page to pay on' })
    .input(saleable)
    .output(z.object({ url: z.url() }))
    .errors(changes),
  portal: procedure
    .route({
      method: 'POST',
      path: '/billing/portal',
      summary: 'The address of Stripe’s page for cards and invoices',
    })
    .output(z.object({ url: z.url() }))
    .errors(changes),
  refresh: procedure
    .route({ method: 'POST', path: '/billing/refresh', summary: 'Ask Stripe how the plan stands' })
    .output(billing)
    .errors(changes),
  grant: procedure
    .route({ method: 'PUT', path: '/operator/plan', summary: 'As the operator: the plan of one account' })
    .input(planGrant)
    .output(accountPlan)
    .errors(forOperators),
  /** The mail address travels in the body, so that it never appears in an access log. */
  readGrant: procedure
    .route({
      method: 'POST',
      path: '/operator/plan/read',
      summary: 'As the operator: the plan of one account and what is used of it',
    })
    .input(planGrant.pick({ email: true }))
    .output(accountPlan)
    .errors(forOperators),
}
