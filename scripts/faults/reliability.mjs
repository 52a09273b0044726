/** @typedef {import('./known-faults.mjs').Fault} Fault */
/** @typedef {{ file: string, title: string }} Test */
/** @typedef {{ file: string, title: string, state: 'passed' | 'failed' | 'skipped', ms: number, measured?: string | undefined }} Result */
/** @typedef {{ day: string, what: string, seen: string }} LongRun */

/**
 * Every test of a report by Vitest.
 *
 * @param {string} json as `vitest --reporter=json` writes it
 * @param {string} root
 * @returns {Result[]}
 */
export function resultsOfVitest(json, root) {
  /** @type {{ testResults: { name: string, assertionResults: { title: string, status: string, duration?: number }[] }[] }} */
  const { testResults } = JSON.parse(json)
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status, duration = 0 }) => ({
      file: name.replace(root, '').replaceAll('\\', '/').replace(/^\//, ''),
      title,
      state: stateOf(status),
      ms: duration,
    })),
  )
}

/**
 * Every test of a report by Playwright.
 *
 * @param {string} json as `playwright --reporter=json` writes it
 * @returns {Result[]}
 */
export function resultsOfPlaywright(json) {
  /** @typedef {{ type: string, description?: string }[]} Notes */
  /** @typedef {{ status: string, annotations?: Notes, results: { duration: number }[] }} Tried */
  /** @typedef {{ title: string, file: string, ok: boolean, tests: Tried[] }} Spec */
  /** @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite */
  /** @param {Suite} suite @returns {Spec[]} */
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  return specsOf(JSON.parse(json)).map(({ title, file, ok, tests }) => ({
    file: `e2e/${file}`,
    title,
    state: tests.every(({ status }) => status === 'skipped') ? 'skipped' : stateOf(ok ? 'passed' : 'failed'),
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    measured: tests.flatMap(({ annotations = [] }) => annotations).find(({ type }) => type === 'measured')
      ?.description,
  }))
}

/** @param {string} status @returns {Result['state']} */
function stateOf(status) {
  if (status === 'passed' || status === 'failed') return status
  return 'skipped'
}

/**
 * All tests that have to pass for a fault to count as held.
 *
 * @param {Fault} fault
 * @returns {Test[]}
 */
export function testsOf({ file, title, also = [] }) {
  return [{ file, title }, ...also].flatMap((tests) =>
    [tests.title].flat().map((one) => ({ file: tests.file, title: one })),
  )
}

/**
 * The files of those tests, without duplicates.
 *
 * @param {Fault} fault
 */
export const filesOf = (fault) => [...new Set(testsOf(fault).map(({ file }) => file))]

/**
 * The page that reports the outcome of each fault.
 *
 * @param {Fault[]} faults
 * @param {Result[]} results
 * @param {{ day: string, machine: string, how: string }} run
 * @param {LongRun[]} [longRuns]
 * @returns {{ page: string, failed: number, untried: number }}
 */
export function describeReliability(faults, results, { day, machine, how }, longRuns = []) {
  const rows = faults.map((fault) => ({
    fault,
    of: testsOf(fault).map((test) => resultsFor(test, results)),
    shown: filesOf(fault).map((file) => `\`${file}\``),
  }))
  const page = `# What holds when things break

Written by \`npm run faults\` from what it saw on ${day} (${machine}; ${how}). Each line is a test that makes it happen for
real: processes are killed, disks are filled, clocks are put forward. \`npm run faults -- --long\` kills five hundred times.

| what happens | what has to hold | seen | shown by |
|---|---|---|---|
${rows.map(({ fault, of, shown }) => `| ${fault.fault} | ${fault.holds} | ${seen(of)} | ${shown.join(', ')} |`).join('\n')}
${longRuns.length === 0 ? '' : `\n## Long forms, run by hand\n\n${longRuns.map(({ day, what, seen }) => `- ${day}, ${what}: ${seen}`).join('\n')}\n`}`
  const count = (/** @type {Result['state']} */ wanted) =>
    rows.filter(({ of }) => verdict(of) === wanted).length
  return { page, failed: count('failed'), untried: count('skipped') }
}

/** @param {Test} test @param {Result[]} results */
function resultsFor({ file, title }, results) {
  return results.filter((result) => result.file === file && result.title.startsWith(title))
}

/**
 * Several tests may share one title, and a fault may name several titles: all tests have to pass, and each title needs at least
 * one.
 *
 * @param {Result[][]} of the results of each title
 */
function verdict(of) {
  if (of.flat().some(({ state }) => state === 'failed')) return 'failed'
  return of.every((ones) => ones.some(({ state }) => state === 'passed')) ? 'passed' : 'skipped'
}

/** @param {Result[][]} of */
function seen(of) {
  const seconds = Math.ceil(of.flat().reduce((sum, { ms }) => sum + ms, 0) / 1000)
  const measured = of.flat().find((result) => result.measured)?.measured
  const words = {
    passed: `held (${seconds} s${measured ? `; ${measured}` : ''})`,
    failed: '**did not hold**',
    skipped: 'not tried here',
  }
  return words[verdict(of)]
}
