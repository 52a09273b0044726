import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const inputs = ['web', 'contract', 'package.json', 'package-lock.json', 'tsconfig.base.json']
const build = `import { buildWeb } from './web-build.mjs'; buildWeb().catch((error) => console.log(error.message))`

/** The output of building in a checkout below a folder of this name. */
function buildBelow(name: string): string {
  const checkout = join(mkdtempSync(join(tmpdir(), 'kinora-')), name)
  const setUp = join(checkout, 'scripts', 'setup')
  mkdirSync(checkout)
  for (const input of inputs) {
    cpSync(join(import.meta.dirname, '../..', input), join(checkout, input), { recursive: true })
  }
  cpSync(import.meta.dirname, setUp, { recursive: true })
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', build], { cwd: setUp })
  return String(stdout)
}

test.each(['family #1', 'ours?'])('below %s, where nothing can be built, that is said at once', (name) => {
  expect(buildBelow(name)).toMatch(
    /^The web app cannot be built below a folder with [#?] in its name: .+ Rename the folder/,
  )
})
