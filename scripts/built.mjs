import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { binOf, environment, pinnedNode, root, runQuietly, say } from './processes.mjs'

const INPUTS = ['web', 'contract', 'package-lock.json', 'tsconfig.base.json']
const MARK = join(root, 'dist', 'web', '.built-from')

/** Builds the web app when it was not built from exactly these sources. */
export async function ensureBuilt() {
  const inputs = hashOfInputs()
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === inputs) return

  say('Building the web app, because its sources are new ...')
  rmSync(MARK, { force: true })
  const args = [binOf('vite'), 'build', '--config', join(root, 'web', 'vite.config.ts'), '--logLevel', 'warn']
  const { code, output } = await runQuietly(pinnedNode, args, {
    env: environment({ NODE_ENV: 'production' }),
  })
  if (code !== 0) {
    say(`The web app could not be built:\n${output}`)
    process.exit(1)
  }
  writeFileSync(MARK, inputs)
}

function hashOfInputs() {
  const hash = createHash('sha256')
  for (const path of INPUTS.flatMap((input) => filesBelow(join(root, input)))) {
    hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  if (!existsSync(path)) return []
  if (path.endsWith('.json')) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => !/\.test\.tsx?$/.test(file) && statSync(file).isFile())
    .sort()
}
