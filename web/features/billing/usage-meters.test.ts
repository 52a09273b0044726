import { expect, test } from 'vitest'
import type { Billing } from '#contract/billing.ts'
import { meterLines } from './usage-meters.tsx'

const unused = { used: 0, limit: 5 }
const usage: Billing['usage'] = {
  storageBytes: unused,
  aiHours: unused,
  viewers: unused,
  collaborators: unused,
  storybooks: unused,
  exports: unused,
  aiPages: unused,
}

const analysis = (used: number, limit: number | null) =>
  meterLines({ ...usage, aiHours: { used, limit } }).find(({ label }) => label.startsWith('AI analysis'))
    ?.says

test('hours of analysis are told in hours and minutes, as every other length', () => {
  expect(analysis(0.1, 1)).toBe('6 minutes of 1 hour')
  expect(analysis(1.5, 20)).toBe('1 hour 30 minutes of 20 hours')
  expect(analysis(0, 1)).toBe('0 minutes of 1 hour')
  expect(analysis(0.25, null)).toBe('15 minutes, unlimited')
})
