import { mayUseApt } from './programs.mjs'
import { capture } from './run.mjs'
import { during, say } from './say.mjs'

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }

/**
 * Tries to install Debian packages; a machine without a network goes on without them.
 *
 * @param {string[]} packages
 * @returns {Promise<boolean>} whether they are there now
 */
export async function aptInstall(packages) {
  if (!mayUseApt()) return false

  return during(`Installing ${packages.join(', ')} with apt-get`, async () => {
    const install = () =>
      capture('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], { env })
    // The lists of a fresh container are empty, those of a used machine mostly good enough.
    const first = await install()
    if (first.code === 0) return true

    await capture('apt-get', ['update'], { env })
    const second = await install()
    if (second.code === 0) return true

    say(`apt-get could not: ${second.output.trim().split('\n').at(-1)}`)
    return false
  })
}
