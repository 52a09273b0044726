import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pinnedNode, root } from './places.mjs'
import { capture } from './run.mjs'
import { during, SetupError } from './say.mjs'

const built = join(root, 'dist', 'web')
const stamp = join(root, 'dist', 'web.inputs')
const inputs = ['web', 'contract', 'package.json', 'package-lock.json', 'tsconfig.base.json']

/** Builds the web app, unless dist/web was built from exactly the present sources. */
export async function buildWeb() {
  const hash = hashOf(inputs)
  if (existsSync(join(built, 'index.html')) && readStamp() === hash) return
  refuseWhatAnAddressReads()

  await during('Building the web app', async () => {
    // Built beside the old one, which it then replaces, so that a running server always serves complete pages.
    mkdirSync(join(root, 'dist'), { recursive: true })
    removeUnfinished()
    const fresh = `${built}.${process.pid}`
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const outDir = relative(join(root, 'web'), fresh)
    const args = ['build', 'web', '--config', 'web/vite.config.ts', '--outDir', outDir, '--emptyOutDir']
    const { code, output } = await capture(pinnedNode, [vite, ...args])
    if (code !== 0) {
      rmSync(fresh, { recursive: true, force: true })
      throw new SetupError(`The web app could not be built:\n${output.trim()}`)
    }
    putInPlace(fresh)
    writeFileSync(stamp, hash)
  })
}

/** Modules are loaded by URL, in which # and ? end the path: the bundler would look for other files, or find none. */
function refuseWhatAnAddressReads() {
  const found = /[#?]/.exec(root)?.[0]
  if (found === undefined) return
  throw new SetupError(
    `The web app cannot be built below a folder with ${found} in its name: ${root}. ` +
      'Rename the folder, or clone Kinora into another, and start again.',
  )
}

/**
 * Replaces the present build. Another start may do the same at once: the second one removes the first one's build and puts its own
 * in place.
 *
 * @param {string} fresh
 */
function putInPlace(fresh) {
  const old = `${fresh}.old`
  rmSync(stamp, { force: true })
  for (let attempt = 0; existsSync(fresh); attempt += 1) {
    try {
      if (existsSync(built)) renameSync(built, old)
      renameSync(fresh, built)
    } catch (error) {
      if (attempt === 5) throw error
    }
    rmSync(old, { recursive: true, force: true })
  }
}

/** Removes what killed builds left behind. */
function removeUnfinished() {
  const names = readdirSync(join(root, 'dist'))
  for (const name of names.filter((name) => /^web\.\d+/.test(name))) {
    const pid = Number.parseInt(name.slice('web.'.length), 10)
    if (!isAlive(pid)) rmSync(join(root, 'dist', name), { recursive: true, force: true })
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function readStamp() {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * One hash over the names and contents of files; tests are left out, because they do not affect the build.
 *
 * @param {string[]} paths
 */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesBelow)) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * @param {string} path from the root
 * @returns {string[]}
 */
function filesBelow(path) {
  if (/\.test\.tsx?$/.test(path)) return []
  const entries = listFolder(path)
  if (entries === undefined) return [path]
  return entries.sort().flatMap((name) => filesBelow(`${path}/${name}`))
}

/** @param {string} path */
function listFolder(path) {
  try {
    return readdirSync(join(root, path))
  } catch {
    return undefined
  }
}
