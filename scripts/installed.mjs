import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root, runToEnd, say } from './processes.mjs'

const OLDEST_NODE = 20

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} Package */

/** Ends the process with a sentence when the Node that runs this is too old to start anything. */
export function requireNode() {
  const major = Number.parseInt(process.versions.node, 10)
  if (major >= OLDEST_NODE) return
  say(`Kinora needs Node ${OLDEST_NODE} or later to start; this is Node ${process.versions.node}.`)
  process.exit(1)
}

/** Installs what package-lock.json names, when that is not what is there. Without changes it needs no network. */
export async function ensureInstalled() {
  if (isInstalled()) return

  say('Installing what Kinora is made of (the first time and after updates; this may take some minutes) ...')
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional']
  const code = npm?.endsWith('.js')
    ? await runToEnd(process.execPath, [npm, ...args])
    : await runToEnd(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
        shell: process.platform === 'win32',
      })
  if (code === 0 && existsSync(pinnedNode)) return

  say(
    code === 0
      ? 'npm installed everything but the Node that Kinora runs on: its install script was not allowed to run. Allow it (npm approve-scripts node) and start again.'
      : 'npm could not install what Kinora is made of; its own words are above.',
  )
  process.exit(1)
}

/** Compares the lock file with the copy that npm keeps of what it installed. */
function isInstalled() {
  try {
    const wanted = readPackages('package-lock.json')
    const present = readPackages(join('node_modules', '.package-lock.json'))
    return (
      existsSync(pinnedNode) &&
      Object.entries(wanted).every(([path, entry]) => isPresent(entry, present[path], path))
    )
  } catch {
    return false
  }
}

/**
 * What is optional is missing where it does not fit this machine.
 * @param {Package} wanted
 * @param {Package | undefined} present
 * @param {string} path
 */
function isPresent(wanted, present, path) {
  if (path === '') return true
  if (present === undefined)
    return wanted.optional === true || wanted.devOptional === true || wanted.peer === true
  return present.version === wanted.version
}

/**
 * @param {string} file
 * @returns {Record<string, Package>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
}
