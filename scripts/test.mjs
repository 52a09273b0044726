// `npm test`: everything, from a fresh checkout to one line of totals. `npm run check` is its fast half: types, lint,
// architecture and the tests of what needs no database, no browser and no process.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './built.mjs'
import { ensureChromium, installPackages } from './chromium.mjs'
import { ensureInstalled, requireNode } from './installed.mjs'
import { binOf, environment, findProgram, pinnedNode, root, runToEnd, say } from './processes.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Totals */

const reports = join(root, '.cache', 'reports')
const isFast = process.argv.includes('--fast')

requireNode()
await ensureInstalled()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const results = isFast ? await runFast() : await runAll()
const total = results.reduce(add, { passed: 0, failed: 0, skipped: 0 })
if (total.skipped > 0) say(`${total.skipped} skipped, because this machine lacks what they need`)
say(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

async function runFast() {
  return [
    await runTypes(),
    await runLint(),
    await runVitest(['--project', 'rest', '--exclude', 'scripts/**']),
  ]
}

async function runAll() {
  await ensureBuilt()
  await ensureTools()
  const first = [await runTypes(), await runLint(), await runVitest([])]
  return [...first, await runBrowserTests()]
}

/** A voice for the tests and the faster way through media; both are optional to Kinora. */
async function ensureTools() {
  const missing = ['ffmpeg', 'flite'].filter((name) => findProgram(name) === undefined)
  if (missing.length === 0 || (await installPackages(missing))) return
  say(`Not found: ${missing.join(', ')}. The tests that need them are skipped.`)
}

function runTypes() {
  return runCheck('Types', ['tsc', '-b'])
}

function runLint() {
  return runCheck('Format and lint', ['biome', 'check', '.'])
}

/**
 * A check that says yes or no counts as one test.
 * @param {string} title
 * @param {[string, ...string[]]} command
 * @returns {Promise<Totals>}
 */
async function runCheck(title, [name, ...args]) {
  say(`\n${title} ...`)
  const code = await runToEnd(pinnedNode, [binOf(name), ...args], { env: environment() })
  say(code === 0 ? `${title}: fine` : `${title}: failed`)
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

/**
 * @param {string[]} selection
 * @returns {Promise<Totals>}
 */
async function runVitest(selection) {
  say('\nUnit and integration tests ...')
  const file = join(reports, 'vitest.json')
  const args = [binOf('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await runToEnd(pinnedNode, [...args, ...selection], { env: environment() })

  const report = readReport(file)
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = report
  return withoutSilence(code, { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests })
}

/** @returns {Promise<Totals>} */
async function runBrowserTests() {
  say('\nBrowser tests ...')
  if (!(await ensureChromium())) {
    say('There is no Chromium, and none could be installed: the browser tests cannot run.')
    return { passed: 0, failed: 1, skipped: 0 }
  }

  const file = join(reports, 'playwright.json')
  const args = [binOf('playwright'), 'test', '--reporter=list,json']
  const env = environment({ PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  const code = await runToEnd(pinnedNode, args, { env })

  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = readReport(file).stats ?? {}
  return withoutSilence(code, { passed: expected, failed: unexpected + flaky, skipped })
}

/**
 * A runner that ended badly without naming a failed test (a file that does not load, a crash) counts as one.
 * @param {number} code
 * @param {Totals} totals
 */
function withoutSilence(code, totals) {
  return code !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/**
 * @param {Totals} sum
 * @param {Totals} one
 * @returns {Totals}
 */
function add(sum, one) {
  return {
    passed: sum.passed + one.passed,
    failed: sum.failed + one.failed,
    skipped: sum.skipped + one.skipped,
  }
}
