import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { backUp } from './back-up.ts'
import { readEnv } from './env.ts'
import { emptyBin } from './features/media/media.ts'
import { createLog } from './log.ts'
import { reportFixity } from './report-fixity.ts'
import { sha256Of } from './sha256.ts'
import { urlOf } from './testing/addresses.ts'
import { backedUp, keepFile, newFolder } from './testing/backups.ts'
import { createOlderDatabase } from './testing/database.ts'
import { createTestKinora } from './testing/kinora.ts'
import { otherTransaction, somebodyWaits } from './testing/other-transaction.ts'

const kinora = await createTestKinora()
const { services, database, person } = kinora
/** A file that exists, reports a size of 0 bytes, and answers every read with EIO. */
const UNREADABLE = '/proc/self/mem'

test('what is damaged is named to the operator, and put back from a backup that still has it', async () => {
  const [ana, folder, bytes] = [await person('Ana'), newFolder(), randomBytes(40_000)]
  const key = await keepFile(kinora, ana, bytes, sha256Of(bytes))
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
  const { rows: history } = await database.asOwner(
    'select outcome from fixity_history where user_id = $1 order by began_at',
    [ana.id],
  )
  expect(history.map(({ outcome }) => outcome)).toEqual(['changed', 'put back', 'intact'])
  await expect(report('--soon')).rejects.toThrow('npm run fixity')
})

test('what its owner deletes while it is being put back does not come again', async () => {
  const [ana, folder] = [await person('Ana'), newFolder()]
  const files = [randomBytes(4_000), randomBytes(4_000)]
  const keys: string[] = []
  for (const bytes of files) {
    keys.push(await keepFile(kinora, ana, bytes, sha256Of(bytes)))
  }
  const [first = '', second = ''] = keys
  await backedUp(kinora, folder)
  const { asOwner } = database
  await asOwner(
    `insert into damaged_media (user_id, media_id, damage, found_at)
     select user_id, id, 'missing', now() - case when storage_key = $2 then interval '1 day' else interval '0' end
     from media where user_id = $1`,
    [ana.id, first],
  )
  for (const key of keys) await services.storage.delete(key)
  const env = readEnv({ DATA_DIR: services.env.dataDir, DATABASE_URL: urlOf(database.connection) })

  // While another transaction locks the first file's row, the second file is deleted, row and bytes.
  const holding = await otherTransaction(database)
  await holding.query(
    `select from public.media m join public.damaged_media d on d.user_id = m.user_id and d.media_id = m.id
     where m.storage_key = $1 for update`,
    [first],
  )
  const mending = reportFixity(env, createLog('silent'), ['--mend', folder])
  await somebodyWaits(database)
  await asOwner('delete from media where storage_key = $1', [second])
  await emptyBin(services)
  await holding.query('commit')

  expect(await mending).toContain(`Put back from the backup: ${first}\nNothing is damaged`)
  await emptyBin(services)
  expect(await services.storage.stat(first)).toEqual({ size: 4_000 })
  expect(await services.storage.stat(second)).toBeNull()
})

test('bytes that are damaged in the backup, too, are not put back as if they were whole', async () => {
  const [ana, folder, bytes] = [await person('Ana'), newFolder(), randomBytes(4_000)]
  const sha256 = sha256Of(bytes)
  const key = await keepFile(kinora, ana, bytes, sha256)
  await backedUp(kinora, folder)
  const env = readEnv({ DATA_DIR: services.env.dataDir, DATABASE_URL: urlOf(database.connection) })
  const report = (...args: string[]) => reportFixity(env, createLog('silent'), args)
  const object = join(folder, 'objects', sha256.slice(0, 2), sha256)
  const found = randomBytes(4_000)
  await services.storage.put(key, found)
  writeFileSync(object, randomBytes(4_000))

  await expect(report('--now')).rejects.toThrow('Damaged: 1')
  await expect(report('--mend', folder)).rejects.toThrow(/Damaged: 1\n.*changed/)
  expect((await buffer(await services.storage.read(key))).equals(found)).toBe(true)

  writeFileSync(object, bytes)
  expect(await report('--mend', folder)).toContain(`Put back from the backup: ${key}\nNothing is damaged`)
})

test.skipIf(!existsSync(UNREADABLE))(
  'bytes that the disk of the backups cannot read any more keep no others from being put back',
  async () => {
    const [ana, folder, bytes, nothing] = [
      await person('Ana'),
      newFolder(),
      randomBytes(4_000),
      Buffer.alloc(0),
    ]
    const lost = await keepFile(kinora, ana, nothing, sha256Of(nothing))
    const key = await keepFile(kinora, ana, bytes, sha256Of(bytes))
    await backedUp(kinora, folder)
    const object = join(folder, 'objects', sha256Of(nothing).slice(0, 2), sha256Of(nothing))
    rmSync(object)
    symlinkSync(UNREADABLE, object)
    for (const one of [lost, key]) await services.storage.put(one, randomBytes(5))
    const env = readEnv({ DATA_DIR: services.env.dataDir, DATABASE_URL: urlOf(database.connection) })
    const report = (...args: string[]) => reportFixity(env, createLog('silent'), args).catch(String)
    expect(await report('--now')).toContain('Damaged: 2')
    await database.asOwner(
      `update damaged_media d set found_at = found_at - interval '1 day' from media m
       where m.user_id = d.user_id and m.id = d.media_id and m.storage_key = $1`,
      [lost],
    )

    expect(await report('--mend', folder)).toMatch(
      new RegExp(`Put back from the backup: ${key}\nDamaged: 1\n.*${lost}`),
    )
    await database.asOwner('delete from media where storage_key = $1', [lost])
  },
)

test('what somebody called a story and its file neither moves the terminal nor adds lines to what is told', async () => {
  const ana = await person('Ana')
  const { id } = await ana.client.stories.create({
    id: uuidv7(),
    title: 'Bread\n\u001b[2J',
    method: 'journal',
  })
  const key = await keepFile(kinora, ana, randomBytes(9), sha256Of(randomBytes(9)))
  await database.asOwner(
    `update media set story_id = $1, file_name = E'\\u001b[1Amill\\u0007.jpg\\nNothing is damaged.' where storage_key = $2`,
    [id, key],
  )
  const env = readEnv({ DATA_DIR: services.env.dataDir, DATABASE_URL: urlOf(database.connection) })

  const told = await reportFixity(env, createLog('silent'), ['--now']).catch((error: Error) => error.message)

  expect(told).toContain('“Bread  [2J”  [1Amill .jpg Nothing is damaged.  changed, found')
  expect(told).not.toMatch(/^Nothing is damaged/m)
  await database.asOwner('delete from media where storage_key = $1', [key])
})

test('it is told how much was read longer ago than it should have been', async () => {
  const ana = await person('Ana')
  const keys = [await keepFile(kinora, ana, randomBytes(9)), await keepFile(kinora, ana, randomBytes(9))]
  const env = readEnv({ DATA_DIR: services.env.dataDir, DATABASE_URL: urlOf(database.connection) })
  const days = env.fixity.days + 1
  await database.asOwner(
    `update media set checked_at = now() - make_interval(days => $1) where storage_key = $2`,
    [days, keys[0]],
  )

  expect(await reportFixity(env, createLog('silent'), [])).toMatch(
    new RegExp(`Read longest ago: \\d{4}-\\d\\d-\\d\\d\\. Longer ago than ${env.fixity.days} days: 1\\.`),
  )
})

test('what a backup finds damaged is named by what it tells its operator to do', async () => {
  const ana = await person('Ana')
  const key = await keepFile(kinora, ana, randomBytes(40_000), sha256Of(randomBytes(9)))
  const env = readEnv({ DATA_DIR: services.env.dataDir, DATABASE_URL: urlOf(database.connection) })
  const log = createLog('silent')

  const told = await backUp(env, log, [newFolder()]).catch((error: Error) => error.message)
  const [, args = ''] = /were not what they should be.*npm run fixity ?(?:-- )?(\S*) reads/s.exec(told) ?? []

  await expect(reportFixity(env, log, [args])).rejects.toThrow(key)
  await database.asOwner('delete from media where storage_key = $1', [key])
})

test('what could not be read is told, and is no good answer', async () => {
  const ana = await person('Ana')
  for (const bytes of [randomBytes(40_000), randomBytes(40_000)]) {
    await keepFile(kinora, ana, bytes, sha256Of(bytes))
  }
  const { dataDir } = services.env
  const env = readEnv({ DATA_DIR: dataDir, DATABASE_URL: urlOf(database.connection) })
  const report = () => reportFixity(env, createLog('silent'), ['--now'])
  const [media, elsewhere] = [join(dataDir, 'media'), join(dataDir, 'not-mounted')]
  renameSync(media, elsewhere)

  await expect(report()).rejects.toThrow(/Nothing is damaged\.\nNot read, .*: [1-9]\./)

  rmSync(media, { recursive: true, force: true })
  renameSync(elsewhere, media)
  expect(await report()).toContain('Nothing is damaged.')
})

test('while the database is that of an older version nothing is reported of it, and it is said what to do', async () => {
  const { services, database } = kinora
  const env = readEnv({
    DATA_DIR: services.env.dataDir,
    DATABASE_URL: urlOf(await createOlderDatabase(database)),
  })

  const asked = reportFixity(env, createLog('silent'), [])

  await expect(asked).rejects.toThrow('start Kinora once, which brings it up to date')
})
