import { expect, test } from 'vitest'
import type { Billing } from '#contract/billing.ts'
import { endOf, mayUpgrade, standingOf } from './standing.ts'

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
    paysBeside: false,
    besideEndsAt: null,
    ...plan,
  } satisfies Plan,
})

/** Noon in the local time zone, whichever that is. */
const christmasEve = new Date(2026, 11, 24, 12).toISOString()

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

test('a plan of which it is not known when its month ends is told of without a date', () => {
  const paid = { tier: 'family', source: 'stripe' } as const
  const tried = { tier: 'family', source: 'test' } as const

  expect(standingOf(billingOf(paid))).toBe('The next payment is when this month ends.')
  expect(standingOf(billingOf(tried, 'test'))).toBe(
    'Payments are a test here: no money moves. The next month begins when this month ends.',
  )
  expect(standingOf(billingOf(tried))).toBe(
    'You tried this plan out without paying. It stays until the month ends. After that you have Free Forever, and everything you have kept stays.',
  )
})

test('a plan of the test mode goes on while there is one, and ends with its month where plans are paid for', () => {
  const tried = { tier: 'family', source: 'test', renewsAt: christmasEve } as const

  expect(standingOf(billingOf(tried, 'test'))).toContain('The next month begins on December 24, 2026.')
  for (const mode of ['stripe', 'off'] as const) {
    expect(standingOf(billingOf(tried, mode))).toBe(
      'You tried this plan out without paying. It stays until December 24, 2026. After that you have Free Forever, and everything you have kept stays.',
    )
  }
})

test('nobody is told that there is nothing to pay while a plan of their own goes on beside the given one', () => {
  const given = { tier: 'generation', source: 'operator' } as const

  expect(standingOf(billingOf(given))).toContain('There is nothing to pay.')
  const beside = billingOf({ ...given, paysBeside: true, renewsAt: christmasEve })
  expect(standingOf(beside)).not.toContain('There is nothing to pay.')
  expect(standingOf(beside)).toContain('the next payment is on December 24, 2026.')
  const unknown = billingOf({ ...given, paysBeside: true })
  expect(standingOf(unknown)).toContain('The receipts say what is still charged.')
  const cancelled = billingOf({ ...given, paysBeside: true, besideEndsAt: christmasEve })
  expect(standingOf(cancelled)).toContain('ends on December 24, 2026, and is not charged again.')
  expect(endOf(beside)).toContain('The plan that you were given stays.')
})

test('a plan that is cancelled ends with what is paid for, and at once where nothing is', () => {
  const paid = { tier: 'family', source: 'stripe', renewsAt: christmasEve } as const

  expect(endOf(billingOf(paid))).toBe('It stays until December 24, 2026. After that you have Free Forever.')
  expect(endOf(billingOf({ ...paid, status: 'past_due', renewsAt: null }))).toContain('It ends at once')
})
