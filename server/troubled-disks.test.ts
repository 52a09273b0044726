import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backUp } from './back-up.ts'
import { openDatabase } from './db/open-database.ts'
import { readEnv } from './env.ts'
import { createLog } from './log.ts'
import { tellEnd } from './tell-end.ts'
import { newFolder } from './testing/backups.ts'
import { createDiskInMemory } from './testing/own-disk.ts'
import { createServerProcess } from './testing/server-process.ts'

/* Small, real disks. Only root can mount one; without root, the tests that need them are skipped, and reported as skipped. */
const [home, small, shelf] = [createDiskInMemory('250m'), createDiskInMemory('2m'), createDiskInMemory('1m')]
const log = createLog('silent')

/** Fills the disk to the last byte. Returns a function that frees the space. */
function fill(folder: string): () => void {
  const filler = join(folder, 'filler')
  expect(() => writeFileSync(filler, Buffer.alloc(300_000_000))).toThrow(/ENOSPC/)
  return () => rmSync(filler)
}

const said = (doing: Promise<unknown>): Promise<string> => doing.then(() => 'nothing', tellEnd)

test.skipIf(home === null)(
  'a start on a disk that is full, or read-only, says so and what to do, and with room it starts',
  async () => {
    if (!home) return
    const env = readEnv({ DATA_DIR: join(home.folder, 'data') })
    await (await openDatabase(env, log)).close()

    const makeRoom = fill(home.folder)
    const onFull = await said(openDatabase(env, log))
    makeRoom()
    home.makeReadOnly()
    const onReadOnly = await said(openDatabase(env, log))
    home.makeWritable()

    expect(onFull).toContain('The disk that Kinora keeps its data on (DATA_DIR) is full')
    expect(onReadOnly).toContain('The disk that Kinora keeps its data on (DATA_DIR) cannot be written to')
    for (const words of [onFull, onReadOnly]) expect(words).not.toMatch(/should not happen|may not use/)
    await (await openDatabase(env, log)).close()
  },
)

test.skipIf(small === null)('so does a first start', async () => {
  if (!small) return

  expect(await said(openDatabase(readEnv({ DATA_DIR: join(small.folder, 'data') }), log))).toContain(
    'The disk that Kinora keeps its data on (DATA_DIR) is full',
  )
})

test('a database that ends at its start because there is no room is told as a full disk', () => {
  const words =
    'PostgreSQL ended before it was ready: FATAL: could not write lock file "postmaster.pid": No space left on device'

  expect(tellEnd(new Error(words))).toMatch(/is full: make room.*postmaster\.pid/s)
})

test.skipIf(shelf === null)('a backup into a folder that takes nothing says which, and why', async () => {
  if (!shelf) return
  const home = await createServerProcess()
  await home.start()
  const env = readEnv({ DATA_DIR: home.dataDir })
  const folder = join(shelf.folder, 'kinora')

  fill(shelf.folder)
  expect(await said(backUp(env, log, [folder]))).toContain(`The disk of ${folder} is full`)
  rmSync(join(shelf.folder, 'filler'))
  shelf.makeReadOnly()
  expect(await said(backUp(env, log, [folder]))).toContain(`Nothing can be written into ${folder}`)
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  expect(await said(backUp(env, log, [join(file, 'kinora')]))).toContain('Nothing can be written into')
})
