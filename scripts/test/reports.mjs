/** @typedef {{ name: string, passed: number, failed: number, skipped: number, note?: string }} Outcome */

/**
 * What a runner's JSON report says, together with how it ended: one that ran nothing, broke, or complains
 * about more than its tests (an unhandled error, a set-up) has failed even if no test did.
 *
 * @param {string} name
 * @param {number} exitCode
 * @param {{ passed: number, failed: number, skipped: number } | undefined} counts
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
 */
export function countVitest(json) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(json)
  // A file that breaks before its first test has no failed test; the exit code tells.
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
}

/**
 * A test that failed first and passed later (flaky) has failed.
 *
 * @param {string} json as `playwright --reporter=json` writes it
 */
export function countPlaywright(json) {
  const { expected, unexpected, flaky, skipped } = JSON.parse(json).stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}

/**
 * @param {Outcome[]} outcomes
 * @returns {{ passed: number, failed: number, line: string }} of all runners together; `line` ends the output
 */
export function total(outcomes) {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
  return { passed, failed, line: `${passed} passed, ${failed} failed` }
}
