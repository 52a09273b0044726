import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest, judge, total } from './reports.mjs'

describe('the totals of npm test', () => {
  it('adds all runners up in one line', () => {
    const units = { name: 'units', passed: 120, failed: 1, skipped: 2 }
    const browser = { name: 'browser', passed: 9, failed: 0, skipped: 0 }
    expect(total([units, browser])).toEqual({ passed: 129, failed: 1, line: '129 passed, 1 failed' })
  })

  it('counts a runner that ran nothing as failed', () => {
    expect(judge('units', 0, { passed: 0, failed: 0, skipped: 3 })).toMatchObject({ passed: 0, failed: 1 })
  })

  it('counts a runner that broke before its report as failed', () => {
    expect(judge('units', 1)).toMatchObject({ passed: 0, failed: 1 })
  })

  it('counts a runner that complains though each test passed as failed', () => {
    expect(judge('units', 1, { passed: 5, failed: 0, skipped: 0 })).toMatchObject({ passed: 5, failed: 1 })
  })

  it('reads Vitest’s report', () => {
    const report = { numPassedTests: 4, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 }
    expect(countVitest(JSON.stringify(report))).toEqual({ passed: 4, failed: 2, skipped: 2 })
  })

  it('reads Playwright’s report, in which a flaky test has failed', () => {
    const report = { stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 } }
    expect(countPlaywright(JSON.stringify(report))).toEqual({ passed: 7, failed: 2, skipped: 2 })
  })
})
