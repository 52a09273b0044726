import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../setup/places.mjs'
import { countPlaywright, countVitest, describeFailures, judge, total } from './reports.mjs'

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

  it('reads Vitest’s report, and names what failed without its stack', () => {
    const failure = {
      fullName: 'the hash is kept',
      status: 'failed',
      failureMessages: ['AssertionError: expected 1 to be 2\n    at server/media/hash.test.ts:9:5'],
    }
    const kept = { fullName: 'the size is kept', status: 'passed', failureMessages: [] }
    const report = {
      numPassedTests: 4,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [
        { name: join(root, 'server/media/hash.test.ts'), assertionResults: [kept, failure] },
        { name: join(root, 'server/media/size.test.ts'), assertionResults: [kept] },
      ],
    }
    const counts = countVitest(JSON.stringify(report))
    expect(counts).toMatchObject({ passed: 4, failed: 1, skipped: 2 })
    expect(describeFailures({ name: 'units', ...counts })).toEqual([
      '\nfailed: server/media/hash.test.ts › the hash is kept\n    AssertionError: expected 1 to be 2',
    ])
  })

  it('reads Playwright’s report, in which a flaky test has failed, and names it wherever it stands', () => {
    const specs = [
      spec(
        'is told',
        'flaky',
        '\u001B[31mError: not visible\u001B[39m\n\nCall log:\n    at e2e/a.spec.ts:3:1',
      ),
      spec('is kept', 'expected'),
    ]
    const report = {
      stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 },
      suites: [
        {
          title: 'pages/a.spec.ts',
          specs: [spec('is safe', 'unexpected', 'Error: timed out')],
          suites: [{ title: 'a recording', specs }],
        },
      ],
    }
    const counts = countPlaywright(JSON.stringify(report))
    expect(counts).toMatchObject({ passed: 7, failed: 2, skipped: 2 })
    expect(describeFailures({ name: 'browser', ...counts })).toEqual([
      '\nfailed: pages/a.spec.ts › is safe\n    Error: timed out',
      '\nfailed: pages/a.spec.ts › a recording › is told\n    Error: not visible\n\n    Call log:',
    ])
  })

  it('names a file that broke beside its tests, and counts it as one failure', () => {
    const passed = { fullName: 'the hash is kept', status: 'passed', failureMessages: [] }
    const report = {
      numPassedTests: 1,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [
        {
          name: join(root, 'server/media/hash.test.ts'),
          status: 'failed',
          message: 'no room on the disk\n    at server/media/hash.ts:9:5',
          assertionResults: [],
        },
        { name: join(root, 'server/killed.test.ts'), status: 'failed', message: '', assertionResults: [] },
        {
          name: join(root, 'server/size.test.ts'),
          status: 'passed',
          message: '',
          assertionResults: [passed],
        },
      ],
    }
    const outcome = judge('units', 1, countVitest(JSON.stringify(report)))
    expect(outcome).toMatchObject({ passed: 1, failed: 2 })
    expect(describeFailures(outcome)).toEqual([
      '\nfailed: server/media/hash.test.ts, beside its tests\n    no room on the disk',
      '\nfailed: server/killed.test.ts, beside its tests\n    it did not come to its end, or something around its tests failed',
    ])
  })

  it('names the file that ran when an error came that no test had waited for, and counts it', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [],
    }
    const errors = [
      { file: join(root, 'server/line.test.ts'), reason: 'Error: read ECONNRESET\n    at TCP.onread' },
      { reason: 'Error: a worker ended' },
    ]
    const outcome = judge('units', 1, countVitest(JSON.stringify(report), errors))
    expect(outcome).toMatchObject({ passed: 3, failed: 2 })
    expect(describeFailures(outcome)).toEqual([
      '\nfailed: server/line.test.ts, beside its tests\n    Error: read ECONNRESET',
      '\nfailed: no file in particular\n    Error: a worker ended',
    ])
  })

  it('names what Playwright complains of beside its tests', () => {
    const report = {
      stats: { expected: 7, unexpected: 0, flaky: 0, skipped: 0 },
      suites: [],
      errors: [
        {
          message: 'SyntaxError: no such export\n    at e2e/a.spec.ts:3:1',
          location: { file: join(root, 'e2e/a.spec.ts'), line: 3, column: 1 },
        },
        { message: 'Error: no server' },
      ],
    }
    const counts = countPlaywright(JSON.stringify(report))
    expect(counts).toMatchObject({ passed: 7, failed: 2 })
    expect(describeFailures({ name: 'browser', ...counts })).toEqual([
      '\nfailed: e2e/a.spec.ts, beside its tests\n    SyntaxError: no such export',
      '\nfailed: no file in particular\n    Error: no server',
    ])
  })

  it('says of a failure as much as fits a screen', () => {
    const reason = Array.from({ length: 200 }, (_, line) => `line ${line}`).join('\n')
    const failure = { fullName: 'a long one', status: 'failed', failureMessages: [reason] }
    const testResults = [{ name: join(root, 'a.test.ts'), assertionResults: [failure] }]
    const [told] = describeFailures({ name: 'units', ...countVitest(JSON.stringify({ testResults })) })
    expect(told).toContain('line 19')
    expect(told).not.toContain('line 20')
  })
})

function spec(title: string, status: string, message?: string) {
  const error = message === undefined ? undefined : { message }
  return { title, ok: status === 'expected', tests: [{ status, results: [{ error }] }] }
}
