import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { DiskStorage } from './disk.ts'
import { flushFile } from './durable-names.ts'

/** The account that nothing belongs to, on every Linux. */
const NOBODY = 65_534
/** Open to every account, unlike the folder that tests have for themselves. */
const OPEN_TO_ALL = '/var/tmp'

const isRoot = process.getuid?.() === 0 && existsSync(OPEN_TO_ALL)

/** Goes on as another account until the test ends. */
function become(account: number): void {
  process.setegid?.(account)
  process.seteuid?.(account)
  onTestFinished(() => {
    process.seteuid?.(0)
    process.setegid?.(0)
  })
}

const keepsBytes = async (root: string) => {
  const storage = new DiskStorage(root)
  await storage.writeAt('media/a', 0, Buffer.from('a voice'))
  await storage.seal('media/a')
  expect((await buffer(await storage.read('media/a'))).toString()).toBe('a voice')
}

test.skipIf(!isRoot)('bytes are kept in a folder of ours in one that we may only pass through', async () => {
  const above = mkdtempSync(join(OPEN_TO_ALL, 'kinora-above-'))
  onTestFinished(() => rmSync(above, { recursive: true }))
  const root = join(above, 'media')
  mkdirSync(root)
  chownSync(root, NOBODY, NOBODY)
  chmodSync(above, 0o711)
  become(NOBODY)

  await keepsBytes(root)
})

test.skipIf(!existsSync('/proc/self/fd'))(
  'bytes are kept in a folder in one that cannot be flushed at all',
  async () => {
    const folder = await open(await mkdtemp(join(tmpdir(), 'kinora-names-')))
    onTestFinished(() => folder.close())

    await keepsBytes(`/proc/self/fd/${folder.fd}`)
  },
)

test('on Windows, which flushes no folders and only what is open for writing, files are opened so and folders left', async () => {
  await expect(flushFile(tmpdir(), 'win32')).resolves.toBeUndefined()
  // Nobody can write to a program while it runs.
  await expect(flushFile(process.execPath, 'win32')).rejects.toThrow(/ETXTBSY|EACCES|EROFS/)
  await expect(flushFile(process.execPath, 'linux')).resolves.toBeUndefined()
})
