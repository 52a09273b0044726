import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { backUp } from '../back-up.ts'
import { readEnv } from '../env.ts'
import { createLog } from '../log.ts'
import { backedUp, keepFile, linesOf, newFolder } from '../testing/backups.ts'
import { createTestKinora } from '../testing/kinora.ts'
import { createDiskInMemory } from '../testing/own-disk.ts'
import { KeptObjects } from './kept-objects.ts'
import { checkBackup } from './restore-backup.ts'

const kinora = await createTestKinora()
/** A small, real disk. Only root can mount one; without root, the test that needs it is skipped, and reported as skipped. */
const disk = createDiskInMemory('8m')

/** Backs up a file and flips a bit of its copy. */
async function withDamage(folder: string) {
  const key = await keepFile(kinora, await kinora.person(), randomBytes(1000))
  const { name } = await backedUp(kinora, folder)
  const sha256 = (await linesOf(folder, name)).find((line) => line.key === key)?.sha256 ?? ''
  const path = new KeptObjects(folder).pathOf(sha256)
  writeFileSync(
    path,
    readFileSync(path).map((byte, at) => (at === 999 ? byte ^ 1 : byte)),
  )
  return { key, name, sha256, path }
}

const verify = (folder: string) =>
  backUp(readEnv({ DATA_DIR: newFolder() }), createLog('silent'), [folder, '--verify']).catch(String)

test.skipIf(disk === null)(
  'a medium that takes no writes is read to its end, told as it is, and restored as far as it is whole',
  async () => {
    if (!disk) return
    const folder = join(disk.folder, 'kinora')
    const { key, name, sha256 } = await withDamage(folder)
    disk.makeReadOnly()
    onTestFinished(disk.makeWritable)

    await expect(checkBackup(folder, { name, despiteDamage: false })).rejects.toThrow(
      `the bytes of ${key} are damaged`,
    )
    const { lostObjects } = await checkBackup(folder, { name, despiteDamage: true })
    expect([...lostObjects]).toEqual([sha256])
    const said = await verify(folder)
    expect(said).toContain(`the bytes of ${key} are damaged`)
    expect(said).toContain('could not be put aside')
    expect(said).not.toContain('were put aside')
  },
)

test('a restore changes nothing in the backup, and only a verification puts damaged bytes aside', async () => {
  const folder = newFolder()
  const { path, name } = await withDamage(folder)

  await checkBackup(folder, { name, despiteDamage: true })
  expect([existsSync(path), existsSync(`${path}.damaged`)]).toEqual([true, false])

  expect(await verify(folder)).toContain('were put aside')
  expect([existsSync(path), existsSync(`${path}.damaged`)]).toEqual([false, true])
  expect(await verify(folder)).not.toContain('put aside')
})
