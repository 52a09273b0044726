import { readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { howToInstall, isProgram } from './programs.mjs'
import { capture } from './run.mjs'
import { SetupError, say } from './say.mjs'

/** Where the pinned Node is kept while another one stands in. */
const asideOf = (/** @type {string} */ pinned) => `${pinned}.set-aside`

/**
 * Whether npm has installed the pinned Node, whether it starts or not.
 *
 * @param {string} pinned
 */
export function isBrought(pinned) {
  return isProgram(pinned) || standsIn(pinned)
}

/**
 * Whether another Node stands in for the pinned one.
 *
 * @param {string} pinned
 */
export function standsIn(pinned) {
  return isProgram(asideOf(pinned))
}

/**
 * Makes sure that the Node among the dependencies starts. Since Node 25, its Linux builds need a library, libatomic, that Debian
 * and Ubuntu do not install by default. If it is missing, an older Node is downloaded and put in the same place, so that everything
 * finds a Node that runs, including npm's scripts, which look there first. The pinned Node is put back once it starts
 * (docs/decisions/071).
 *
 * @param {object} nodes
 * @param {string} nodes.pinned the path of the pinned Node
 * @param {string} nodes.older the path of the older Node once it has been downloaded
 * @param {() => Promise<void>} nodes.fetchOlder
 * @param {string} [nodes.running] the Node that runs this script
 */
export async function makeNodeStart({ pinned, older, fetchOlder, running = process.execPath }) {
  // Nearly always true: npm found the pinned Node first, and it is running this script.
  if (running === pinned) return
  const aside = asideOf(pinned)
  const isAside = standsIn(pinned)
  const trouble = await troubleWith(isAside ? aside : pinned)
  if (trouble === null) {
    if (isAside) renameSync(aside, pinned)
    return
  }

  const said = `The Node that Kinora brings along does not start on this machine: ${trouble}\n${remedyFor(trouble)}`
  // Moved aside before the download: otherwise npm would use the broken Node for the next start, which would fail with nothing but
  // the loader's one line.
  if (!isAside) renameSync(pinned, aside)
  // One that is there may be what an interrupted download left.
  if ((await troubleWith(older)) !== null) {
    await fetchOlder().catch((error) => giveUp(said, error))
    const olderTrouble = await troubleWith(older)
    if (olderTrouble !== null) giveUp(said, olderTrouble)
  }
  if (linkOf(pinned) === older) return

  // Replaced atomically, because another process may be starting it at this moment.
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
 * @returns {Promise<string | null>} its output if it does not start, otherwise null
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

/** @param {string} trouble the message of the system's loader */
function remedyFor(trouble) {
  if (!trouble.includes('libatomic')) return 'It starts once that is mended.'
  return `It starts once that is there (${howToInstall('libatomic1')}).`
}
