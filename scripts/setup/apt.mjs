import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mayUseApt } from './programs.mjs'
import { capture } from './run.mjs'
import { during, say } from './say.mjs'

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }

/**
 * Tries to install Debian packages; without a network, Kinora goes on without them.
 *
 * @param {string[]} packages
 * @returns {Promise<boolean>} whether they are installed now
 */
export async function aptInstall(packages) {
  if (!mayUseApt()) return false

  return during(`Installing ${packages.join(', ')} with apt-get`, () =>
    withFreshLists(['install', '--yes', '--no-install-recommends', ...packages]),
  )
}

/**
 * Unpacks one Debian package into a folder, for a program whose installation would start a service on the machine. Its dependencies
 * must already be installed.
 *
 * @param {string} name
 * @param {string} folder
 * @returns {Promise<boolean>} whether its files are there now
 */
export async function aptUnpack(name, folder) {
  if (!mayUseApt()) return false

  return during(`Fetching ${name} with apt-get`, async () => {
    const arriving = mkdtempSync(join(tmpdir(), 'kinora-package-'))
    try {
      if (!(await withFreshLists(['download', name], arriving))) return false
      const [file] = readdirSync(arriving)
      mkdirSync(folder, { recursive: true })
      const { code, output } = await capture('dpkg-deb', ['--extract', join(arriving, file ?? ''), folder], {
        env,
      })
      if (code !== 0) say(`dpkg-deb could not: ${output.trim()}`)
      return code === 0
    } finally {
      rmSync(arriving, { recursive: true, force: true })
    }
  })
}

/**
 * Runs apt-get, and once more after updating its package lists: a fresh container has none, and those of a used machine are mostly
 * good enough.
 *
 * @param {string[]} args
 * @param {string} [cwd]
 */
async function withFreshLists(args, cwd) {
  const first = await capture('apt-get', args, { env, cwd })
  if (first.code === 0) return true

  await capture('apt-get', ['update'], { env })
  const second = await capture('apt-get', args, { env, cwd })
  if (second.code === 0) return true

  say(`apt-get could not: ${second.output.trim().split('\n').at(-1)}`)
  return false
}
