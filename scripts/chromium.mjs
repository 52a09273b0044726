import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { binOf, environment, findProgram, pinnedNode, root, runToEnd, say } from './processes.mjs'

/** The one that e2e/browser.ts looks for before Playwright's own. */
const SYSTEM = '/usr/bin/chromium'

/**
 * Makes sure that there is a Chromium: the system's, Playwright's, else one from the system's packages, else one
 * that Playwright downloads.
 * @returns {Promise<boolean>} whether there is one
 */
export async function ensureChromium() {
  if (existsSync(SYSTEM) || (await hasPlaywrightChromium())) return true

  if (await installPackages(['chromium'])) return true
  say('Fetching a Chromium for the browser tests ...')
  const isRoot = process.getuid?.() === 0
  const args = [binOf('playwright'), 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium']
  await runToEnd(pinnedNode, args, { env: environment() })
  return hasPlaywrightChromium()
}

/**
 * Installs packages where this account may: Debian and its like, as root.
 * @param {string[]} names
 * @returns {Promise<boolean>} whether all of them are installed
 */
export async function installPackages(names) {
  const apt = findProgram('apt-get')
  if (apt === undefined || process.getuid?.() !== 0) return false

  say(`Installing ${names.join(' and ')} from the system's packages ...`)
  const env = environment({ DEBIAN_FRONTEND: 'noninteractive' })
  const run = (/** @type {string[]} */ args) => runToEnd(apt, args, { env, stdio: 'ignore' })
  const install = ['install', '--yes', '--no-install-recommends', '-qq', ...names]
  if ((await run(install)) === 0) return true
  await run(['update', '-qq'])
  return (await run(install)) === 0
}

async function hasPlaywrightChromium() {
  const { chromium } = await import(join(root, 'node_modules/playwright-core/index.mjs'))
  return existsSync(chromium.executablePath())
}
