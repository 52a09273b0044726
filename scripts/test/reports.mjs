import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../setup/places.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number, failures?: Failure[] }} Counts */
/** @typedef {Counts & { name: string, note?: string }} Outcome */
/** @typedef {{ test: string, reason: string }} Failure `reason` is what the runner said first, without its stack */

/**
 * What a runner's JSON report says, together with how it ended: one that ran nothing, broke, or complains
 * about more than its tests (an unhandled error, a set-up) has failed even if no test did.
 *
 * @param {string} name
 * @param {number} exitCode
 * @param {Counts | undefined} counts
 * @returns {Outcome}
 */
export function judge(name, exitCode, counts = { passed: 0, failed: 0, skipped: 0 }) {
  const isBroken = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0)
  if (!isBroken) return { name, ...counts }
  return {
    name,
    ...counts,
    failed: 1,
    note: `it ended with code ${exitCode} and no test of its own had failed`,
  }
}

/**
 * @param {string} json as `vitest --reporter=json` writes it
 * @returns {Counts}
 */
export function countVitest(json) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(json)
  /** @type {{ name: string, assertionResults: VitestTest[] }[]} */
  const files = testResults
  const failures = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => ({
        test: `${relative(root, name)} › ${test.fullName}`,
        reason: firstWords(test.failureMessages[0]),
      })),
  )
  // A file that breaks before its first test has no failed test; the exit code tells.
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    failures,
  }
}

/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} VitestTest */

/**
 * A test that failed first and passed later (flaky) has failed.
 *
 * @param {string} json as `playwright --reporter=json` writes it
 * @returns {Counts}
 */
export function countPlaywright(json) {
  const { stats, suites } = JSON.parse(json)
  const { expected, unexpected, flaky, skipped } = stats
  return { passed: expected, failed: unexpected + flaky, skipped, failures: failuresIn(suites) }
}

/**
 * @typedef {{ title: string, specs: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ title: string, ok: boolean, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ status: string, results: { error?: { message?: string } }[] }} PlaywrightTest
 */

/**
 * @param {PlaywrightSuite[]} suites
 * @param {string[]} within titles of the file and of what encloses these
 * @returns {Failure[]}
 */
function failuresIn(suites, within = []) {
  return suites.flatMap(({ title, specs, suites: inner = [] }) => {
    const titles = [...within, title]
    const own = specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ results }) => ({
          test: [...titles, spec.title].join(' › '),
          reason: firstWords(results.find(({ error }) => error !== undefined)?.error?.message),
        })),
    )
    return [...own, ...failuresIn(inner, titles)]
  })
}

/**
 * What a failure says before its stack and its pictures of code: of a long one as much as fits a screen.
 *
 * @param {string | undefined} message
 */
function firstWords(message = '') {
  const lines = stripVTControlCharacters(message).split('\n')
  const stack = lines.findIndex((line) => /^\s+at /.test(line))
  return lines.slice(0, Math.min(stack === -1 ? lines.length : stack, mostLines)).join('\n')
}

const mostLines = 20

/**
 * @param {Outcome[]} outcomes
 * @returns {{ passed: number, failed: number, line: string }} of all runners together; `line` ends the output
 */
export function total(outcomes) {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
  return { passed, failed, line: `${passed} passed, ${failed} failed` }
}

/**
 * @param {Outcome} outcome
 * @returns {string[]} the tests that failed and why: a log of an hour is kept by its end alone, or not read to its middle
 */
export function describeFailures({ failures = [] }) {
  return failures.map(({ test, reason }) => `\nfailed: ${test}\n${indented(reason)}`)
}

/** @param {string} text */
function indented(text) {
  return text.replace(/^(?=.)/gm, '    ')
}
