import { existsSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { howToInstall, isProgram } from './programs.mjs'
import { capture } from './run.mjs'
import { SetupError, say } from './say.mjs'

/** The first that knows all that our code is written in; the tests pass on it. */
const OLDEST_STAND_IN = 24

/** Where ours lies while another stands in. */
const asideOf = (/** @type {string} */ pinned) => `${pinned}.set-aside`

/**
 * Whether npm has brought our Node, be it one that starts or not. What stands in for it may be gone: machines get newer ones.
 *
 * @param {string} pinned
 */
export function isBrought(pinned) {
  return isProgram(pinned) || isProgram(asideOf(pinned))
}

/**
 * Sees to it that the Node among our dependencies starts. Since Node 25 those for Linux need a library, libatomic, that
 * Debian and Ubuntu do not bring by themselves. Where it is missing, the Node that the machine has stands in, at the same
 * place, so that whatever is started finds one that runs: npm's scripts, too, which put ours first. It gives way again once
 * ours starts (docs/decisions/071).
 *
 * @param {{ pinned: string, own: string, ownVersion: string }} nodes where ours lies, and the one that runs this script
 */
export async function makeNodeStart({ pinned, own, ownVersion }) {
  // Nearly always: npm found ours first, and here we are.
  if (own === pinned) return
  const aside = asideOf(pinned)
  const ours = existsSync(aside) ? aside : pinned
  const trouble = await troubleWith(ours)
  if (trouble === null) {
    if (ours === aside) renameSync(aside, pinned)
    return
  }

  if (ours === pinned) renameSync(pinned, aside)
  // In one step: somebody may be starting it just now.
  rmSync(`${pinned}.new`, { force: true })
  symlinkSync(own, `${pinned}.new`)
  renameSync(`${pinned}.new`, pinned)

  const remedy = remedyFor(trouble)
  if (Number.parseInt(ownVersion, 10) < OLDEST_STAND_IN) {
    throw new SetupError(
      `The Node that Kinora brings along does not start on this machine: ${trouble}\n${remedy}, or install Node ${OLDEST_STAND_IN} or later (this one is ${ownVersion}), and start Kinora again.`,
    )
  }
  say(
    `Kinora runs on this machine's own Node, ${ownVersion}: the one it brings along does not start here. ${remedy} to have it on the one it was tested with.`,
  )
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

/** @param {string} trouble as the system's loader tells it */
function remedyFor(trouble) {
  if (!trouble.includes('libatomic')) return 'Mend what it names'
  const command = howToInstall('libatomic1')
  return command.startsWith('install') ? `I${command.slice(1)}` : `Run "${command}"`
}
