import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { backUp } from '../back-up.ts'
import { readEnv } from '../env.ts'
import { createLog } from '../log.ts'
import { sha256Of } from '../sha256.ts'
import { backedUp, keepFile, linesOf, newFolder } from '../testing/backups.ts'
import { createTestKinora } from '../testing/kinora.ts'
import { listBackups } from './backup-folder.ts'
import { KeptObjects } from './kept-objects.ts'
import { checkBackup } from './restore-backup.ts'
import { verifyBackups } from './verify-backup.ts'

const kinora = await createTestKinora()
const { person } = kinora

test('every object that any of the backups names is read, and each backup told what it has lost', async () => {
  const [ana, folder] = [await person(), newFolder()]
  const kept = new KeptObjects(folder)
  const keys: string[] = []
  for (let count = 0; count < 2; count += 1) keys.push(await keepFile(kinora, ana, randomBytes(1000)))
  const first = await backedUp(kinora, folder)
  const late = await keepFile(kinora, ana, randomBytes(1000))
  const second = await backedUp(kinora, folder)
  const lines = await linesOf(folder, second.name)
  const nameless = sha256Of('nameless')
  put(kept.pathOf(nameless), 'something else')
  // One object after the other is damaged while all others are intact, so that none can be skipped unnoticed.
  for (const key of [...keys, late]) {
    const path = kept.pathOf(lines.find((line) => line.key === key)?.sha256 ?? '')
    const whole = readFileSync(path)
    const inBoth = (state: string) => {
      const problem = `the bytes of ${key} are ${state}`
      return [
        { name: first.name, problems: key === late ? [] : [problem] },
        { name: second.name, problems: [problem] },
      ]
    }

    // One bit is flipped: writing a zero would leave the byte unchanged once in 256 times.
    writeFileSync(
      path,
      whole.map((byte, at) => (at === 999 ? byte ^ 1 : byte)),
    )
    expect(await verified(folder, first.name, second.name)).toEqual(inBoth('damaged'))
    expect([existsSync(path), existsSync(`${path}.damaged`)]).toEqual([false, true])
    expect(await verified(folder, first.name, second.name)).toEqual(inBoth('missing'))

    rmSync(`${path}.damaged`)
    writeFileSync(path, whole)
  }

  expect((await verified(folder, first.name, second.name)).flatMap(({ problems }) => problems)).toEqual([])
  // An object that no backup names is neither checked nor moved aside.
  expect(existsSync(kept.pathOf(nameless))).toBe(true)
})

test('a store that cannot be listed is not taken for whole', async () => {
  const [ana, folder] = [await person(), newFolder()]
  await keepFile(kinora, ana, randomBytes(1000))
  const { name } = await backedUp(kinora, folder)
  const folderOfItself = join(folder, 'objects', 'loop')
  symlinkSync(folderOfItself, folderOfItself)

  await expect(verifyBackups(folder, [name])).rejects.toThrow('ELOOP')
})

test('one backup of a newer Kinora keeps none of the others from being verified, and is called newer, not damaged', async () => {
  const [ana, folder] = [await person(), newFolder()]
  const key = await keepFile(kinora, ana, randomBytes(1000))
  const first = await backedUp(kinora, folder)
  const second = await backedUp(kinora, folder)
  const newer = join(folder, 'backups', second.name)
  const manifest = JSON.stringify({ ...second.manifest, version: 2 })
  const before = sha256Of(readFileSync(join(newer, 'manifest.json')))
  writeFileSync(join(newer, 'manifest.json'), manifest)
  const sums = readFileSync(join(newer, 'SHA256SUMS'), 'utf8')
  writeFileSync(join(newer, 'SHA256SUMS'), sums.replace(before, sha256Of(manifest)))
  const verify = () =>
    backUp(readEnv({ DATA_DIR: newFolder() }), createLog('silent'), [folder, '--verify']).catch(String)

  const said = await verify()
  expect(said).toContain(`${first.name}: every byte is as it was written.`)
  expect(said).toContain(`${second.name}: NOT verified\n  it was made by a newer Kinora`)
  expect(said).not.toMatch(/NOT whole|put aside/)
  await expect(checkBackup(folder, { name: second.name, despiteDamage: true })).rejects.toThrow(
    'was made by a newer Kinora',
  )

  rmSync(
    new KeptObjects(folder).pathOf(
      (await linesOf(folder, first.name)).find((line) => line.key === key)?.sha256 ?? '',
    ),
  )
  expect(await verify()).toContain(`${first.name}: NOT whole\n  the bytes of ${key} are missing`)
})

test('bytes that a backup of a newer Kinora may need are never removed, and it is not called damaged', async () => {
  const [ana, folder] = [await person(), newFolder()]
  await keepFile(kinora, ana, randomBytes(1000))
  const older = await backedUp(kinora, folder)
  const newer = await backedUp(kinora, folder)
  const path = join(folder, 'backups', newer.name, 'manifest.json')
  writeFileSync(path, JSON.stringify({ ...newer.manifest, version: 2 }))
  const inAnotherList = join(folder, 'objects', 'ab', 'ab'.repeat(32))
  put(inAnotherList, 'bytes that only a list of the newer Kinora names')

  await expect(backedUp(kinora, folder, { keep: 2 })).rejects.toThrow('or was made by a newer Kinora')

  expect(await listBackups(folder)).not.toContain(older.name)
  expect(existsSync(inAnotherList)).toBe(true)
})

test('bytes are said to be put aside where some were, and not where a list is damaged', async () => {
  const [ana, folder] = [await person(), newFolder()]
  await keepFile(kinora, ana, randomBytes(1000))
  const { name } = await backedUp(kinora, folder)
  const [line] = await linesOf(folder, name)
  const verify = () =>
    backUp(readEnv({ DATA_DIR: newFolder() }), createLog('silent'), [folder, '--verify']).catch(String)

  writeFileSync(new KeptObjects(folder).pathOf(line?.sha256 ?? ''), 'something else')
  expect(await verify()).toContain('Damaged bytes were put aside')

  writeFileSync(join(folder, 'backups', name, 'jobs.copy.gz'), '')
  expect(await verify()).toContain(`${name}: NOT whole\n  jobs.copy.gz is damaged`)
  expect(await verify()).not.toContain('put aside')
})

const verified = async (folder: string, ...names: string[]) =>
  (await verifyBackups(folder, names, (sha256) => new KeptObjects(folder).putAside(sha256))).map(
    ({ name, problems }) => ({ name, problems }),
  )

function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
