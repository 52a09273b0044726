import { expect, test } from 'vitest'
import type { Billing } from '#contract/billing.ts'
import { mayUpgrade, standingOf } from './standing.ts'

type Plan = Billing['plan']
const billingOf = (plan: Partial<Plan>, mode: Billing['mode'] = 'stripe') => ({
  mode,
  plan: {
    tier: 'free',
    source: 'default',
    status: 'active',
    renewsAt: null,
    endsAt: null,
    fallsTo: 'free',
    hasOwnLimits: false,
    ...plan,
  } satisfies Plan,
})

test('the larger plan is offered to whoever can take it, and to nobody else', () => {
  expect(mayUpgrade(billingOf({}))).toBe(true)
  expect(mayUpgrade(billingOf({}, 'test'))).toBe(true)
  expect(mayUpgrade(billingOf({}, 'off'))).toBe(false)
  expect(mayUpgrade(billingOf({ source: 'operator' }))).toBe(false)
  expect(mayUpgrade(billingOf({ tier: 'family', source: 'stripe' }))).toBe(false)
})

test('a plan that has ended for want of a payment begins again with another card, and is not bought twice', () => {
  const ended = billingOf({ source: 'stripe', status: 'past_due', endsAt: '2026-11-01T00:00:00Z' })

  expect(mayUpgrade(ended)).toBe(false)
  expect(standingOf(ended)).toContain('With another card it begins again.')
})
