import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../setup/places.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number, failures?: Failure[] }} Counts */
/** @typedef {Counts & { name: string, note?: string, left?: number }} Outcome `left`: how many are run on another day */
/** @typedef {{ test: string, reason: string }} Failure `reason` is the beginning of the runner's message, without its stack */

/**
 * Combines a runner's counts with its exit code: a runner that ran nothing, crashed, or complains about more than its tests (an
 * unhandled error, its set-up) has failed even if no test did.
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
 * Counts the tests of Vitest. A file that failed outside its tests, e.g. before the first of them, counts as one failure, and so
 * does an error that no test awaited.
 *
 * @param {string} json as `vitest --reporter=json` writes it
 * @param {UnawaitedError[]} errors unawaited errors, which that report leaves out
 * @returns {Counts}
 */
export function countVitest(json, errors = []) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(json)
  /** @type {VitestFile[]} */
  const files = testResults
  const failures = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => ({
        test: `${relative(root, name)} › ${test.fullName}`,
        reason: firstWords(test.failureMessages[0]),
      })),
  )
  const broken = [
    ...files.filter(isBroken).map(({ name, message }) => ({ file: name, reason: message })),
    ...errors,
  ]
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
    failures: [...failures, ...broken.map(besideTests)],
  }
}

/**
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} VitestTest
 * @typedef {{ name: string, status?: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ file?: string | undefined, reason?: string | undefined }} UnawaitedError `file`: which ran just then
 */

/** @param {VitestFile} file */
function isBroken({ status, message, assertionResults }) {
  return (
    status === 'failed' && (Boolean(message) || assertionResults.every((test) => test.status !== 'failed'))
  )
}

/**
 * @param {UnawaitedError} error
 * @returns {Failure}
 */
function besideTests({ file, reason }) {
  return {
    test: file === undefined ? 'no file in particular' : `${relative(root, file)}, beside its tests`,
    reason: firstWords(reason) || 'it did not come to its end, or something around its tests failed',
  }
}

/**
 * Counts the tests of Playwright. A flaky test, which failed first and passed later, counts as failed, and so do errors outside the
 * tests.
 *
 * @param {string} json as `playwright --reporter=json` writes it
 * @returns {Counts}
 */
export function countPlaywright(json) {
  const { stats, suites, errors = [] } = JSON.parse(json)
  const { expected, unexpected, flaky, skipped } = stats
  /** @type {{ message?: string, location?: { file: string } }[]} */
  const complaints = errors
  const broken = complaints.map(({ message, location }) =>
    besideTests({ file: location?.file, reason: message }),
  )
  return {
    passed: expected,
    failed: unexpected + flaky + broken.length,
    skipped,
    failures: [...failuresIn(suites), ...broken],
  }
}

/**
 * @typedef {{ title: string, specs: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ title: string, ok: boolean, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ status: string, results: { error?: { message?: string } }[] }} PlaywrightTest
 */

/**
 * @param {PlaywrightSuite[]} suites
 * @param {string[]} within the titles of the file and of the suites around these
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
 * The message of a failure without its stack and code frames; a long one is cut to what fits on a screen.
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
 * @returns {{ passed: number, failed: number, line: string }} the sums over all runners; `line` ends the output
 */
export function total(outcomes) {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
  return { passed, failed, line: `${passed} passed, ${failed} failed` }
}

/**
 * @param {Outcome} outcome
 * @returns {string[]} the failed tests with their reasons, for the end of the output: of a log of an hour, often only the end is
 * kept or read
 */
export function describeFailures({ failures = [] }) {
  return failures.map(({ test, reason }) => `\nfailed: ${test}\n${indented(reason)}`)
}

/** @param {string} text */
function indented(text) {
  return text.replace(/^(?=.)/gm, '    ')
}
