import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { aptInstall } from './apt.mjs'
import { pinnedNode, root } from './places.mjs'
import { findProgram, isProgram } from './programs.mjs'
import { capture } from './run.mjs'
import { during, SetupError } from './say.mjs'

const playwright = join(root, 'node_modules', '@playwright', 'test')

/**
 * A Chromium for the browser tests: CHROMIUM_PATH, the system's, or Playwright's own, which is downloaded if there is none. Needs
 * the dependencies installed.
 *
 * @returns {Promise<string>} the path of the program
 */
export async function findOrInstallChromium() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen !== undefined && chosen !== '') {
    if (isProgram(chosen)) return chosen
    throw new SetupError(`CHROMIUM_PATH is ${chosen}, which is no program.`)
  }

  const present = ofSystem() ?? (await ofPlaywright())
  if (present !== undefined) return present

  // The headless shell is faster, and is used for page tests where it exists.
  if (!(await aptInstall(['chromium', 'chromium-headless-shell']))) await aptInstall(['chromium'])
  const fresh = ofSystem() ?? (await fetchPlaywrights())
  if (fresh !== undefined) return fresh
  throw new SetupError(
    'There is no Chromium for the browser tests, and none could be installed. ' +
      'Install Chromium or Chrome, or set CHROMIUM_PATH to its program.',
  )
}

function ofSystem() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const usual = ['/usr/bin/chromium', '/usr/bin/google-chrome', ...macs]
  return usual.find(isProgram) ?? names.map((name) => findProgram(name)).find((path) => path !== undefined)
}

const macs = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

async function ofPlaywright() {
  const { chromium } = await import(pathToFileURL(join(playwright, 'index.mjs')).href)
  const path = chromium.executablePath()
  return isProgram(path) ? path : undefined
}

async function fetchPlaywrights() {
  const isRoot = process.getuid?.() === 0
  await during('Fetching a Chromium with Playwright', () =>
    capture(pinnedNode, [
      join(playwright, 'cli.js'),
      'install',
      ...(isRoot && findProgram('apt-get') ? ['--with-deps'] : []),
      'chromium',
    ]),
  )
  return ofPlaywright()
}
