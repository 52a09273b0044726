import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { asUser } from './db/actor.ts'
import { readEnv } from './env.ts'
import { findArchive } from './features/archive/archive.ts'
import { runExport } from './features/archive/make-archive.ts'
import { createLog } from './log.ts'
import { restoreFile } from './restore.ts'
import { firstTry, passingFolder } from './testing/archives.ts'
import { createTestKinora } from './testing/kinora.ts'

const { person, services } = await createTestKinora()
const folder = passingFolder()
const empty = mkdtempSync(join(tmpdir(), 'kinora-empty-'))
afterAll(() => rmSync(empty, { recursive: true, force: true }))

test('an archive moves into an empty instance with its account, once, and a broken one does not', async () => {
  const ana = await person('Ana')
  await ana.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'journal' })
  const { id } = await ana.client.archive.startExport({ id: uuidv7() })
  await runExport(services, { userId: ana.id, id }, firstTry())
  const made = await asUser(services.db, ana.claims, (tx) => findArchive(tx, ana.id, id))
  const zip = await buffer(await services.storage.read(made?.storageKey ?? ''))
  const file = folder.write('family.zip', zip)
  const restore = (path: string, email?: string) =>
    restoreFile(readEnv({ DATA_DIR: empty }), createLog('silent'), { file: path, email })

  await expect(restore(folder.write('cut.zip', zip.subarray(0, 500)))).rejects.toThrow('its end is missing')
  expect(await restore(file)).toMatch(/Restored into the account .*\n {2}stories: 1\n.*Choose a password/s)
  expect(await restore(file)).toContain('was in the account')
  await expect(restore(file, 'nobody@example.com')).rejects.toThrow('Sign up with it first')
}, 60_000)
