import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const suffixes = process.platform === 'win32' ? ['.exe', '.cmd'] : ['']

/**
 * The full path of a program on PATH.
 *
 * @param {string} name
 * @param {string} [path]
 * @returns {string | undefined}
 */
export function findProgram(name, path = process.env.PATH ?? '') {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => suffixes.map((suffix) => join(folder, name + suffix)))
    .find(isProgram)
}

/** @param {string} file */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether Debian packages may be installed here without asking anybody. */
export function mayUseApt() {
  return process.getuid?.() === 0 && isDebian() && findProgram('apt-get') !== undefined
}

/** The command that installs packages on this kind of machine, for people to type. */
export function howToInstall(/** @type {string[]} */ ...packages) {
  const names = packages.join(' ')
  if (process.platform === 'darwin') return `brew install ${names}`
  if (process.platform === 'win32') return `winget install ${names}`
  if (findProgram('apt-get')) return `sudo apt-get install ${names}`
  return `install ${names} with your system's package manager`
}

/** Ubuntu is excluded, because its `chromium` is a snap, which does not run in containers. */
function isDebian() {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}
