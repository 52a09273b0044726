import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from './temporary-folder.mjs'

test('other accounts may pass through the folder, and nobody but its owner lists it', () => {
  expect(statSync(makeTemporaryFolder()).mode & 0o777).toBe(0o711)
})

test('a run leaves nothing of it behind, whatever lies in it', () => {
  const run = `
    import { writeFileSync } from 'node:fs'
    import { makeTemporaryFolder } from ${JSON.stringify(join(import.meta.dirname, 'temporary-folder.mjs'))}
    const folder = makeTemporaryFolder()
    writeFileSync(folder + '/left', 'behind')
    console.log(folder)`
  const folder = execFileSync(process.execPath, ['--input-type=module', '--eval', run], {
    encoding: 'utf8',
  }).trim()

  expect(folder).toMatch(/kinora-test-\w+$/)
  expect(existsSync(folder)).toBe(false)
})
