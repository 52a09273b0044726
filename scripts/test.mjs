import { findOrInstallChromium } from './setup/chromium.mjs'
import { installDependencies } from './setup/dependencies.mjs'
import { readFlags } from './setup/flags.mjs'
import { installTestPrograms } from './setup/media-programs.mjs'
import { checkNodeVersion } from './setup/node-version.mjs'
import { runScript, SetupError, say, secondsSince } from './setup/say.mjs'
import { buildWeb } from './setup/web-build.mjs'
import { describeFailures, total } from './test/reports.mjs'
import { browserParts, lint, playwright, types, vitest } from './test/runners.mjs'

/** @typedef {import('./test/reports.mjs').Outcome} Outcome */

const usage = `npm test runs everything but some browser tests, which take turns by the day; npm test -- --long runs those as well,
and npm run check (or -- --fast) what needs no database and no browser.
One file alone: npx vitest run FILE, or npx playwright test FILE.`

/**
 * `npm test`: everything, from a fresh clone, but for the browser tests whose turn it is not; with `--long` those as well.
 * `npm run check`, the same with `--fast`: types, lint, architecture, and the tests that need no database, no browser and no process.
 * The last line is the total.
 */
await runScript(async () => {
  const isGiven = readFlags(usage, ['--fast', '--long'])
  const [isWhole, isLong] = [!isGiven('--fast'), isGiven('--long')]
  /** @type {Outcome[]} */
  const outcomes = []
  const step = stepInto(outcomes)

  const isReady = await step('set-up', async () => {
    checkNodeVersion()
    await installDependencies({ withDevelopment: true })
    if (isWhole) await installTestPrograms()
  })
  if (isReady) {
    await step(types.name, types.run)
    await step(lint.name, lint.run)
    // Tests that start the whole server need the built web app.
    if (isWhole) await step('build of the web app', buildWeb)
    const units = vitest(isWhole ? [] : ['--project=rest'])
    await step(units.name, units.run)
    for (const part of isWhole ? browserParts : []) {
      await step(part.name, async () => playwright(await findOrInstallChromium(), part, { isLong }).run())
    }
  }

  const { failed, line } = total(outcomes)
  for (const failure of outcomes.flatMap(describeFailures)) say(failure)
  say(`\n${outcomes.map(describe).join('\n')}\n`)
  say(line)
  return failed === 0 ? 0 : 1
})

/**
 * Returns a function that runs a step and reports its beginning, its result and its duration. A step that throws counts as one
 * failure and does not keep the next one from running.
 *
 * @param {Outcome[]} outcomes
 */
function stepInto(outcomes) {
  /**
   * @param {string} name
   * @param {() => Promise<Outcome | void>} work
   */
  return async (name, work) => {
    const since = Date.now()
    say(`\n== ${name}`)
    const outcome = await work().catch((error) => broken(name, error))
    say(`== ${name}: ${secondsSince(since)}`)
    if (outcome) outcomes.push(outcome)
    return outcome === undefined || outcome.failed === 0
  }
}

/**
 * @param {string} name
 * @param {unknown} error
 * @returns {Outcome}
 */
function broken(name, error) {
  say(error instanceof SetupError ? error.message : String(error instanceof Error ? error.stack : error))
  return { name, passed: 0, failed: 1, skipped: 0 }
}

/** @param {Outcome} outcome */
function describe({ name, passed, failed, skipped, left = 0, note }) {
  const leftOut = skipped > 0 ? `, ${skipped} that this machine cannot run` : ''
  const later = left > 0 ? `, ${left} whose turn comes on another day (all of them: npm test -- --long)` : ''
  const why = note === undefined ? '' : ` (${note})`
  return `${name}: ${passed} passed, ${failed} failed${leftOut}${later}${why}`
}
