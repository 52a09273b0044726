import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { backoffMs } from './backoff.ts'

const longest = (failures: number) => backoffMs(failures, () => 1)

it('waits half a second at most after the first failure, then up to twice as long each time, and never over half a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(longest)).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
  expect(longest(100_000)).toBe(30_000)
})

it('leaves half of each wait to chance, so that not everybody comes back at once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failures, chance) => {
        expect(backoffMs(failures, () => chance)).toBeCloseTo((longest(failures) / 2) * (1 + chance), 6)
      },
    ),
  )
  expect(new Set(Array.from({ length: 20 }, () => backoffMs(7))).size).toBeGreaterThan(1)
})
