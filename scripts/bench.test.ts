import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('whatever a few people do at once is answered', async () => {
  const run = join(import.meta.dirname, '..', 'benches', 'run.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [run, '--short'])

  expect(stdout).toMatch(/^load +8 at once: failed +none +0 of \d+ +held$/m)
  expect(stdout).toMatch(/^load +edit a line: failed +none +0 of 8 +held$/m)
  expect(stdout).toMatch(/^load +upload a picture: failed +none +0 of 8 +held$/m)
  expect(stdout).toMatch(/^\d+ bounds, all held$/m)
})

test('a bench without a short form that is asked for it is not taken for held', async () => {
  const run = join(import.meta.dirname, '..', 'benches', 'run.ts')
  const ended = promisify(execFile)(process.execPath, [run, '--short', 'seek'])

  await expect(ended).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^seek +runs to its end +it has no short form +MISSED$/m),
  })
})
