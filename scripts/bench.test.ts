import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = join(import.meta.dirname, '..', 'benches', 'run.ts')
const inShort = promisify(execFile)(process.execPath, [run, '--short'])
/** The benches start whole servers, and the bench of live streams waits 25 s for a ping. */
const PATIENCE_MS = 600_000

test('whatever a few people do at once is answered', { timeout: PATIENCE_MS }, async () => {
  const { stdout } = await inShort

  expect(stdout).toMatch(/^load +8 at once: failed +none +0 of \d+ +held$/m)
  expect(stdout).toMatch(/^load +edit a line: failed +none +0 of 8 +held$/m)
  expect(stdout).toMatch(/^load +upload a picture: failed +none +0 of 8 +held$/m)
})

// Only Linux reports the peak memory of a process.
test.skipIf(process.platform !== 'linux')(
  'what comes in, goes out or stays open is not gathered in memory',
  { timeout: PATIENCE_MS },
  async () => {
    const { stdout } = await inShort

    expect(stdout).toMatch(/^upload +memory: grown over rest .+ <= 120 MB +\d+ MB +held$/m)
    expect(stdout).toMatch(/^export +most memory at 1000 MB, beside 200 MB +<= 64 MB more +\d+ MB +held$/m)
    expect(stdout).toMatch(/^backup +most memory: 20,000 objects, 500 MB, .+ <= 32 MB more +\d+ MB +held$/m)
    expect(stdout).toMatch(/^live +memory of the process with 2000 streams +under 200 MB +\d+ MB +held$/m)
    expect(stdout).toMatch(/^\d+ bounds, all held$/m)
  },
)

test('a bench without a short form that is asked for it is not taken for held', async () => {
  const ended = promisify(execFile)(process.execPath, [run, '--short', 'seek'])

  await expect(ended).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^seek +runs to its end +it has no short form +MISSED$/m),
  })
})
