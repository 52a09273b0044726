import { statSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { knownFaults } from './faults/known-faults.mjs'
import { lastReport } from './faults/last-report.mjs'
import { longRuns } from './faults/long-runs.mjs'
import { describeReliability, filesOf, resultsOfPlaywright, resultsOfVitest } from './faults/reliability.mjs'
import { findOrInstallChromium } from './setup/chromium.mjs'
import { installDependencies } from './setup/dependencies.mjs'
import { readFlags } from './setup/flags.mjs'
import { installTestPrograms } from './setup/media-programs.mjs'
import { checkNodeVersion } from './setup/node-version.mjs'
import { cache, root } from './setup/places.mjs'
import { runScript, say } from './setup/say.mjs'
import { buildWeb } from './setup/web-build.mjs'
import { browserParts, playwright, vitest } from './test/runners.mjs'

const LONG = { KINORA_KILLS: '500', KINORA_PHONE_KILLS: '50', KINORA_KILLS_UNDER_LOAD: '100' }

/**
 * `npm run faults`: causes every known fault and writes the results to docs/reliability.md; with `--long`, for hours. With
 * `--of-last-test` it runs nothing and reports the results of the last `npm test`, which includes all of these tests.
 */
await runScript(async () => {
  const isGiven = readFlags('npm run faults -- [--long] [--of-last-test]', ['--long', '--of-last-test'])
  const isLong = isGiven('--long')
  if (!isGiven('--of-last-test')) await makeThemHappen(isLong)

  const report = (/** @type {string} */ name) => lastReport(join(cache, 'reports'), name)
  const results = [
    ...resultsOfVitest(report('vitest.json'), root),
    ...browserParts.flatMap((part) => resultsOfPlaywright(report(part.report))),
  ]
  const { page, failed, untried } = describeReliability(
    knownFaults,
    results,
    {
      // The day of the run, which with `--of-last-test` may be an earlier one.
      day: statSync(join(cache, 'reports', 'vitest.json'))
        .mtime.toISOString()
        .slice(0, 10),
      machine: `${process.platform}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
      how: isLong ? 'the long form' : 'the short form, as in every test run',
    },
    longRuns,
  )
  writeFileSync(join(root, 'docs', 'reliability.md'), page)
  const held = `${knownFaults.length - failed - untried} held, ${failed} did not, ${untried} could not be tried here`
  say(`${held}: docs/reliability.md`)
  return failed === 0 ? 0 : 1
})

/** @param {boolean} isLong */
async function makeThemHappen(isLong) {
  checkNodeVersion()
  await installDependencies({ withDevelopment: true })
  await installTestPrograms()
  await buildWeb()
  if (isLong) Object.assign(process.env, LONG)

  const files = [...new Set(knownFaults.flatMap(filesOf))]
  const inBrowser = files.filter((file) => file.startsWith('e2e/'))
  await vitest(files.filter((file) => !inBrowser.includes(file))).run()
  for (const part of browserParts)
    await playwright(await findOrInstallChromium(), part, { files: inBrowser, isLong: true }).run()
}
