import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/*
 * Where only part of a write still fits, the system takes that part and calls it a success. The process of the test may write no file
 * longer than a few KiB, which has the same effect as a disk on which so much is left.
 */
it('fails where a write is taken only in part, so that no copy with a hole passes for a whole one', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'kinora-cues-')), 'copy.webm')
  const write = `
    const { FrontCuesFile } = await import(${JSON.stringify(new URL('./cues-in-front.ts', import.meta.url).href)})
    const file = await FrontCuesFile.create(${JSON.stringify(path)}, 100)
    file.headerEndsAt(50)
    await file.write(Buffer.alloc(1_000_000), 0).then(() => console.log('written'), ({ code }) => console.log(code))
    await file.close()`

  const { stdout } = await run('sh', [
    '-c',
    'ulimit -f 8; exec "$@"',
    'sh',
    process.execPath,
    '--input-type=module',
    '--eval',
    write,
  ])

  expect(stdout).toBe('EFBIG\n')
})
