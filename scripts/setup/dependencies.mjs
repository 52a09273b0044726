import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { olderNode, olderNodeFolder, pinnedNode, root } from './places.mjs'
import { findProgram } from './programs.mjs'
import { capture } from './run.mjs'
import { during, SetupError } from './say.mjs'
import { isBrought, makeNodeStart, standsIn } from './stand-in-node.mjs'

/** @typedef {string | string[]} Names npm writes one or a list of them */
/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, hasInstallScript?: boolean,
 *   os?: Names, cpu?: Names }} Locked
 */
/** @typedef {Record<string, Locked>} Packages */

const lockOfInstalled = join(root, 'node_modules', '.package-lock.json')

/**
 * Makes sure that node_modules holds what package-lock.json names; without a network if it already does.
 *
 * @param {{ withDevelopment: boolean }} need a start does without packages that only tests and checks use
 */
export async function installDependencies({ withDevelopment }) {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  if (wanted === undefined) throw new SetupError(`There is no package-lock.json in ${root}.`)
  const installed = packagesOf(lockOfInstalled)

  // Not `npm ci`, which begins by deleting node_modules: without a network, a working installation would be lost.
  const install = ['install', '--no-save']
  if (installed === undefined) await runNpm('Installing what Kinora is made of (once, some minutes)', install)
  else if (findDifference(wanted, installed, withDevelopment)) {
    await runNpm('Installing what has changed since the last time', install)
  }
  // npm silently omits packages for particular platforms if it was configured to, or if the download was interrupted.
  if (!isBrought(pinnedNode)) await runNpm('Fetching the Node that Kinora runs on', install)
  if (!isBrought(pinnedNode)) {
    throw new SetupError(
      `npm brought no Node for this machine: there should be ${pinnedNode}. Kinora runs on Linux and macOS (x64, arm64) and on Windows (x64).`,
    )
  }
  await makeNodeStart({ pinned: pinnedNode, older: olderNode, fetchOlder })
  // npm runs the packages' install scripts on the pinned Node, too. While that did not start, optional packages whose scripts
  // failed were silently removed again, PostgreSQL among them.
  if (standsIn(pinnedNode) && findDropped(wanted, packagesOf(lockOfInstalled) ?? {}, process)) {
    await runNpm('Installing what needed a Node that starts', install)
  }
}

/** The older Node is a package of its own with its own lock file, because nearly all machines can do without it. */
async function fetchOlder() {
  const files = ['package.json', 'package-lock.json']
  mkdirSync(olderNodeFolder, { recursive: true })
  for (const file of files) {
    copyFileSync(join(root, 'scripts', 'setup', 'older-node', file), join(olderNodeFolder, file))
  }
  await runNpm('Fetching an older Node, which needs less of a machine', ['ci'], olderNodeFolder)
}

/**
 * The first package that is missing or has another version, if any. Packages for other machines are optional.
 *
 * @param {Packages} wanted
 * @param {Packages} installed
 * @param {boolean} withDevelopment
 * @returns {string | undefined}
 */
export function findDifference(wanted, installed, withDevelopment) {
  return Object.entries(wanted)
    .filter(([path]) => path !== '')
    .filter(([, { dev, devOptional }]) => withDevelopment || !(dev || devOptional))
    .find(([path, { version, optional }]) => {
      const found = installed[path]
      return found === undefined ? !optional : found.version !== version
    })?.[0]
}

/**
 * The first package for this kind of machine that is missing and has an install script, if any.
 *
 * @param {Packages} wanted
 * @param {Packages} installed
 * @param {{ platform: string, arch: string }} machine
 * @returns {string | undefined}
 */
export function findDropped(wanted, installed, { platform, arch }) {
  const isFor = (/** @type {Names | undefined} */ names, /** @type {string} */ name) =>
    names === undefined || [names].flat().includes(name)
  return Object.entries(wanted)
    .filter(([, { hasInstallScript, optional }]) => hasInstallScript && optional)
    .filter(([, { os, cpu }]) => isFor(os, platform) && isFor(cpu, arch))
    .find(([path]) => installed[path] === undefined)?.[0]
}

/**
 * @param {string} file
 * @returns {Packages | undefined}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * @param {string} what
 * @param {string[]} args
 * @param {string} [cwd]
 */
async function runNpm(what, args, cwd = root) {
  const env = { ...process.env, PATH: pathWithoutOurs() }
  // Installs everything, even where NODE_ENV=production or .npmrc says less, so that one installation serves start and tests.
  const all = [
    ...args,
    '--include=dev',
    '--include=optional',
    '--ignore-scripts=false',
    '--no-audit',
    '--no-fund',
  ]
  await during(what, async () => {
    const [command = 'npm', ...before] = npmCommand(env.PATH)
    const run = (/** @type {string[]} */ ...more) =>
      capture(command, [...before, ...all, ...more], { env, cwd })
    // From the cache, npm need not ask the registry for each package. Cached metadata may be older than the version that the lock
    // file names, and npm does not refresh it by itself then (ETARGET).
    let { code, output } = await run('--prefer-offline')
    if (output.includes('ETARGET')) ({ code, output } = await run())
    if (code !== 0) throw new SetupError(`npm could not install:\n${output.trim()}\n\n${adviceFor(output)}`)
  })
}

/** @param {string} output */
function adviceFor(output) {
  return /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|network/i.test(output)
    ? 'Installing needs a network; starting what is installed does not. Try again when there is one.'
    : 'Nothing was started. Fix what npm names above and try again.'
}

/**
 * npm runs on the machine's own Node, because the Node in node_modules cannot replace itself.
 *
 * @param {string} path
 */
function npmCommand(path) {
  const npm = findProgram('npm', path)
  if (npm !== undefined && process.platform !== 'win32') return [npm]

  const script = process.env.npm_execpath ?? ''
  const node = findProgram('node', path) ?? process.execPath
  if (script.endsWith('.js') || script.endsWith('.cjs')) return [node, script]
  return [node, join(dirname(node), 'node_modules', 'npm', 'bin', 'npm-cli.js')]
}

function pathWithoutOurs() {
  const ours = join(root, 'node_modules')
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(ours))
    .join(delimiter)
}
