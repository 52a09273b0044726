import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { cache, pinnedNode, root } from '../setup/places.mjs'
import { capture, show } from '../setup/run.mjs'
import { notTheirTurn, turnOf } from './in-turn.mjs'
import { countPlaywright, countVitest, judge } from './reports.mjs'
import { makeTemporaryFolder } from './temporary-folder.mjs'

/** @typedef {import('./reports.mjs').Outcome} Outcome */
/** @typedef {{ name: string, run: () => Promise<Outcome> }} Runner */

const modules = join(root, 'node_modules')
const reports = join(cache, 'reports')

/** @type {Runner} */
export const types = checkRunner('types', join(modules, 'typescript', 'bin', 'tsc'), [
  '-b',
  // Each checker computes the types it meets again, so more checkers than processors only repeat work.
  '--checkers',
  String(Math.min(4, availableParallelism())),
])

/** @type {Runner} */
export const lint = checkRunner('format and lint', join(modules, '@biomejs', 'biome', 'bin', 'biome'), [
  'check',
])

/**
 * Architecture tests, unit tests, and tests of the server on a real database.
 *
 * @param {string[]} args
 * @returns {Runner}
 */
export function vitest(args) {
  const name = 'unit and server tests'
  return {
    name,
    run: async () => {
      const [report, unawaited] = [freshReport('vitest.json'), freshReport('vitest-unawaited.json')]
      const program = join(modules, 'vitest', 'vitest.mjs')
      const reporters = ['default', 'json', join(import.meta.dirname, 'unawaited-errors.config.ts')]
      const told = [...reporters.map((reporter) => `--reporter=${reporter}`), `--outputFile.json=${report}`]
      const code = await show(pinnedNode, [program, 'run', ...told, ...args], {
        env: { ...quickEnvironment(), KINORA_UNAWAITED_ERRORS: unawaited },
      })
      const errors = read(unawaited, (json) => JSON.parse(json))
      return judge(
        name,
        code,
        read(report, (json) => countVitest(json, errors)),
      )
    },
  }
}

/**
 * The two parts of the browser tests, as in `playwright.config.ts`, with their reports. `isAboutDisks`: what a killed browser loses
 * depends on the disk that it writes to. `takesTurns`: some of its tests do (`in-turn.mjs`).
 *
 * @typedef {{ projects: string[], name: string, report: string, isAboutDisks?: true, takesTurns?: true }} BrowserPart
 * @type {BrowserPart[]}
 */
export const browserParts = [
  { projects: ['recordings', 'pages'], name: 'browser tests', report: 'playwright.json', takesTurns: true },
  {
    projects: ['alone'],
    name: 'browser tests with the machine to themselves',
    report: 'playwright-alone.json',
    isAboutDisks: true,
  },
]

/**
 * Tests in a real browser.
 *
 * @param {string} chromium
 * @param {BrowserPart} part
 * @param {{ files?: string[], isLong?: boolean }} [choice] `files`: all of the part if omitted; `isLong`: all tests of the part, also
 * those whose turn it is not
 * @returns {Runner}
 */
export function playwright(chromium, part, { files = [], isLong = false } = {}) {
  const { name } = part
  const projects = part.projects.map((project) => `--project=${project}`)
  const places = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, part.report) }
  const args = [join(modules, '@playwright', 'test', 'cli.js'), 'test', ...projects, ...files]
  return {
    name,
    run: async () => {
      const report = freshReport(part.report)
      const env = { ...(part.isAboutDisks ? environment() : quickEnvironment()), ...places }
      const left = part.takesTurns && !isLong ? await leftForAnotherDay(args, env) : []
      const list = freshReport('left-for-another-day.txt')
      writeFileSync(list, left.join('\n'))
      const choice = left.length > 0 ? ['--test-list-invert', list] : []
      const reporters = '--reporter=list,json,./e2e/failed-page.config.ts'
      const code = await show(pinnedNode, [...args, ...choice, reporters], { env })
      return { ...judge(name, code, read(report, countPlaywright)), left: left.length }
    },
  }
}

/**
 * The tests among those of a call whose turn it is not. Without a history, as in a downloaded archive, today stands for the commit's day.
 *
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @throws {Error} if the tests cannot be listed
 */
async function leftForAnotherDay(args, env) {
  const listing = await capture(pinnedNode, [...args, '--list'], { env })
  if (listing.code !== 0) throw new Error(`the browser tests could not be listed:\n${listing.output}`)
  const commit = await capture('git', ['log', '-1', '--format=%ct']).catch(() => ({ code: 1, output: '' }))
  const committedMs = commit.code === 0 ? Number(commit.output) * 1_000 : Date.now()
  return notTheirTurn(listing.output, turnOf(committedMs))
}

/**
 * A check with a single result counts as one test.
 *
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 * @returns {Runner}
 */
function checkRunner(name, program, args) {
  return {
    name,
    run: async () => {
      const code = await show(pinnedNode, [program, ...args], { env: environment() })
      return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
    },
  }
}

/** The environment with the pinned Node first on PATH, so that programs started by tests run on it too. */
function environment() {
  return { ...process.env, PATH: [join(modules, '.bin'), process.env.PATH].join(delimiter) }
}

/** The same environment with a fast folder for temporary files. */
function quickEnvironment() {
  temporary ??= makeTemporaryFolder()
  return { ...environment(), TMPDIR: temporary }
}

/** @type {string | undefined} */
let temporary

/** @param {string} name */
function freshReport(name) {
  mkdirSync(reports, { recursive: true })
  rmSync(join(reports, name), { force: true })
  return join(reports, name)
}

/**
 * @template T
 * @param {string} report
 * @param {(json: string) => T} count
 * @returns {T | undefined} undefined when the runner ended before it could write one
 */
function read(report, count) {
  try {
    return count(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}
