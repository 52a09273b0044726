import { createHash, randomBytes } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { createLog } from './log.ts'
import { reportFixity } from './report-fixity.ts'
import { urlOf } from './testing/addresses.ts'
import { backedUp, keepFile, newFolder } from './testing/backups.ts'
import { createTestKinora } from './testing/kinora.ts'

const kinora = await createTestKinora()
const { services, database, person } = kinora

test('what is damaged is named to the operator, and put back from a backup that still has it', async () => {
  const [ana, folder, bytes] = [await person('Ana'), newFolder(), randomBytes(40_000)]
  const key = await keepFile(kinora, ana, bytes, createHash('sha256').update(bytes).digest('hex'))
  await backedUp(kinora, folder)
  const env = readEnv({ DATA_DIR: services.env.dataDir, DATABASE_URL: urlOf(database.connection) })
  const report = (...args: string[]) => reportFixity(env, createLog('silent'), args)
  expect(await report()).toMatch(
    /^Media: 1, 0 MB\. Not yet read again since they came: 1\..*Nothing is damaged\./s,
  )

  await services.storage.put(key, randomBytes(40_000))
  await expect(report('--now')).rejects.toThrow(`Damaged: 1\n  ${ana.email}  “”  recording  changed, found`)
  await expect(report('--mend', newFolder())).rejects.toThrow('There are no backups')
  expect(await report('--mend', folder)).toMatch(
    new RegExp(`Put back from the backup: ${key}\nNothing is damaged`),
  )
  expect((await buffer(await services.storage.read(key))).equals(bytes)).toBe(true)
  expect(await report('--now')).toContain('Not yet read again since they came: 0')
  await expect(report('--soon')).rejects.toThrow('npm run fixity')
}, 60_000)

test('what could not be read is told, and is no good answer', async () => {
  const ana = await person('Ana')
  for (const bytes of [randomBytes(40_000), randomBytes(40_000)]) {
    await keepFile(kinora, ana, bytes, createHash('sha256').update(bytes).digest('hex'))
  }
  const { dataDir } = services.env
  const env = readEnv({ DATA_DIR: dataDir, DATABASE_URL: urlOf(database.connection) })
  const report = () => reportFixity(env, createLog('silent'), ['--now'])
  const [media, elsewhere] = [join(dataDir, 'media'), join(dataDir, 'not-mounted')]
  renameSync(media, elsewhere)

  await expect(report()).rejects.toThrow(/Nothing is damaged\.\nNot read, .*: [23]\./)

  rmSync(media, { recursive: true, force: true })
  renameSync(elsewhere, media)
  expect(await report()).toContain('Nothing is damaged.')
}, 60_000)
