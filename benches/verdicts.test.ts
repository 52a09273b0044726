import { expect, test } from 'vitest'
import type { Finding } from './bench.ts'
import { brokenOff, tableOf, verdictsOf } from './verdicts.ts'

const finding = (given: Partial<Finding>): Finding => ({
  what: 'requests a second',
  ours: '800',
  peer: '1000',
  ratio: 0.8,
  goal: 'at least 0.80',
  met: true,
  ...given,
})

test('every bound stands in the table as it was stated, measured, and held or missed', () => {
  const slow = finding({ what: 'p99', ours: '31 ms', ratio: 1.7, goal: 'at most 1.50', met: false })
  const verdicts = verdictsOf('stories', [finding({}), slow])

  const [, held, missed, total] = tableOf(verdicts).split('\n')
  expect(held).toMatch(/^stories +requests a second +at least 0\.80 +0\.80 \(800\) +held$/)
  expect(missed).toMatch(/^stories +p99 +at most 1\.50 +1\.70 \(31 ms\) +MISSED$/)
  expect(total).toBe('2 bounds, 1 missed')
})

test('a figure without a bound, or one that this machine cannot measure, is neither held nor missed', () => {
  expect(verdictsOf('live', [finding({ met: null })])).toEqual([])
})

test('a bench that breaks off is missed and says why', () => {
  const verdict = brokenOff('seek', new Error('no player'))

  expect(verdict.isHeld).toBe(false)
  expect(tableOf([verdict])).toContain('no player')
})
