import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('other accounts may pass through the folder of a run, which leaves nothing of it behind', () => {
  // The folder is removed when its process ends, so the test runs one.
  const run = `
    import { statSync, writeFileSync } from 'node:fs'
    import { makeTemporaryFolder } from ${JSON.stringify(join(import.meta.dirname, 'temporary-folder.mjs'))}
    const folder = makeTemporaryFolder()
    writeFileSync(folder + '/left', 'behind')
    console.log((statSync(folder).mode & 0o777).toString(8), folder)`
  const told = execFileSync(process.execPath, ['--input-type=module', '--eval', run], { encoding: 'utf8' })
  const [mode, folder = ''] = told.trim().split(' ')

  expect(mode).toBe('711')
  expect(folder).toMatch(/kinora-test-\w+$/)
  expect(existsSync(folder)).toBe(false)
})
