import { readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { howToInstall, isProgram } from './programs.mjs'
import { capture } from './run.mjs'
import { SetupError, say } from './say.mjs'

/** Where ours lies while another stands in. */
const asideOf = (/** @type {string} */ pinned) => `${pinned}.set-aside`

/**
 * Whether npm has brought our Node, be it one that starts or not.
 *
 * @param {string} pinned
 */
export function isBrought(pinned) {
  return isProgram(pinned) || standsIn(pinned)
}

/**
 * Whether another is in its place.
 *
 * @param {string} pinned
 */
export function standsIn(pinned) {
  return isProgram(asideOf(pinned))
}

/**
 * Sees to it that the Node among our dependencies starts. Since Node 25 those for Linux need a library, libatomic, that
 * Debian and Ubuntu do not bring by themselves. Where it is missing, an older one is fetched and stands in, at the same
 * place, so that whatever is started finds one that runs: npm's scripts, too, which put ours first. It gives way again once
 * ours starts (docs/decisions/071).
 *
 * @param {object} nodes
 * @param {string} nodes.pinned where ours lies
 * @param {string} nodes.older where the older one lies once it was fetched
 * @param {() => Promise<void>} nodes.fetchOlder
 * @param {string} [nodes.running] the one that runs this script
 */
export async function makeNodeStart({ pinned, older, fetchOlder, running = process.execPath }) {
  // Nearly always: npm found ours first, and here we are.
  if (running === pinned) return
  const aside = asideOf(pinned)
  const isAside = standsIn(pinned)
  const trouble = await troubleWith(isAside ? aside : pinned)
  if (trouble === null) {
    if (isAside) renameSync(aside, pinned)
    return
  }

  const said = `The Node that Kinora brings along does not start on this machine: ${trouble}\n${remedyFor(trouble)}`
  // First: npm would begin the next start with it, too, and nobody would hear more than its one line.
  if (!isAside) renameSync(pinned, aside)
  if (!isProgram(older)) await fetchOlder().catch((error) => giveUp(said, error))
  const olderTrouble = await troubleWith(older)
  if (olderTrouble !== null) giveUp(said, olderTrouble)
  if (linkOf(pinned) === older) return

  // In one step: somebody may be starting it just now.
  rmSync(`${pinned}.new`, { force: true })
  symlinkSync(older, `${pinned}.new`)
  renameSync(`${pinned}.new`, pinned)
  say(`${said} Until then an older one stands in.`)
}

/**
 * @param {string} said
 * @param {unknown} why
 * @returns {never}
 */
function giveUp(said, why) {
  const also = why instanceof Error ? why.message.trim() : why
  throw new SetupError(`${said} An older one, which would do, could not be had either:\n${also}`)
}

/**
 * @param {string} node
 * @returns {Promise<string | null>} what it says when it does not start
 */
async function troubleWith(node) {
  try {
    const { code, output } = await capture(node, ['--version'])
    return code === 0 ? null : output.trim() || `it ended with ${code}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** @param {string} file */
function linkOf(file) {
  try {
    return readlinkSync(file)
  } catch {
    return undefined
  }
}

/** @param {string} trouble as the system's loader tells it */
function remedyFor(trouble) {
  if (!trouble.includes('libatomic')) return 'It starts once that is mended.'
  return `It starts once that is there (${howToInstall('libatomic1')}).`
}
