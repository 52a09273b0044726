import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { backUp } from './back-up.ts'
import { readEnv } from './env.ts'
import { helpAccount } from './help-account.ts'
import { noteKeys, requireKnownKeys } from './known-keys.ts'
import { createLog } from './log.ts'
import { reportFixity } from './report-fixity.ts'
import { restoreFile } from './restore.ts'
import { restoreInstance } from './restore-instance.ts'
import { run } from './run.ts'
import { createSecrets, loadSecrets } from './secrets.ts'
import { urlOf } from './testing/addresses.ts'
import { newFolder, queryIn } from './testing/backups.ts'
import { createEmptyDatabase, createTestDatabase } from './testing/database.ts'
import { asSuperuser } from './testing/superuser.ts'

/* Machines that share a database get their keys from the settings (docs/scaling.md) and have no folder of keys. */
const log = createLog('silent')
const { connection, superuser } = await createTestDatabase()
const SECRET_KEY = 'the same on every machine, of 32 characters or more'

const machine = (settings: Record<string, string> = {}) =>
  readEnv({
    DATA_DIR: newFolder(),
    DATABASE_URL: urlOf(connection),
    STORAGE_URL: pathToFileURL(newFolder()).href,
    ...settings,
  })

test('a machine whose keys are in its settings makes a backup, and one that was not told them makes none, nor keys', async () => {
  const [folder, stranger] = [newFolder(), machine()]

  expect(await backUp(machine({ SECRET_KEY }), log, [folder])).toContain('keys: none')

  await expect(backUp(stranger, log, [newFolder()])).rejects.toThrow('SECRET_KEY is not set')
  await expect(reportFixity(stranger, log, ['--now'])).rejects.toThrow('SECRET_KEY is not set')
  expect(existsSync(join(stranger.dataDir, 'secrets'))).toBe(false)
})

test('a key from before SECRET_KEY was set is not taken for that of the backup it lies in', async () => {
  const [folder, home] = [newFolder(), machine({ SECRET_KEY })]
  loadSecrets(join(home.dataDir, 'secrets'), undefined)
  expect(await backUp(home, log, [folder])).toContain('keys: master.key')
  const { connection: empty } = await createEmptyDatabase()
  const DATABASE_URL = urlOf(empty)

  await expect(restoreInstance(machine({ DATABASE_URL }), log, folder, [])).rejects.toThrow(
    'The keys here are not those',
  )
  expect(await restoreInstance(machine({ DATABASE_URL, SECRET_KEY }), log, folder, [])).toContain(
    'Restored the backup',
  )
})

test('where a mistake of the settings would make other keys than before, neither a start nor a command makes or uses them', async () => {
  const { connection: other } = await createEmptyDatabase()
  const DATABASE_URL = urlOf(other)
  const home = machine({ DATABASE_URL, SECRET_KEY, ROLE: 'worker' })
  await (await run(home, log)).stop()
  await queryIn(
    other,
    `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data)
     values (gen_random_uuid(), 'ada@example.com', '{}', '{}')`,
  )
  const untold = machine({ DATABASE_URL, DATA_DIR: home.dataDir, ROLE: 'worker' })
  const archive = join(newFolder(), 'family.zip')
  writeFileSync(archive, '')

  await expect(run(untold, log)).rejects.toThrow('The keys here are not those')
  await expect(restoreFile(untold, log, { file: archive, address: undefined })).rejects.toThrow(
    'The keys here are not those',
  )
  expect(existsSync(join(home.dataDir, 'secrets', 'master.key'))).toBe(false)

  loadSecrets(join(home.dataDir, 'secrets'), undefined)
  for (const command of [
    () => backUp(untold, log, [newFolder()]),
    () => reportFixity(untold, log, ['--now']),
    () => helpAccount(untold, log, []),
  ]) {
    await expect(command()).rejects.toThrow('The keys here are not those')
  }
  expect(await backUp(home, log, [newFolder()])).toContain('Backed up')
}, 120_000)

test('a backup before an upgrade is made of a database that has no mark of its keys yet', async () => {
  const { connection: older } = await createTestDatabase()
  await queryIn(older, 'drop table kinora.key_mark')

  const backup = backUp(machine({ DATABASE_URL: urlOf(older), SECRET_KEY }), log, [newFolder()])

  expect(await backup).toContain('Backed up')
})

test('an instance that was restored starts with the keys of its backup, though it had been started with others while it was empty', async () => {
  const [folder, home] = [newFolder(), machine({ SECRET_KEY })]
  await asSuperuser(
    superuser,
    `insert into auth.users (id, email) values (gen_random_uuid(), 'ada@example.com')`,
  )
  await backUp(home, log, [folder])
  const { connection: empty } = await createTestDatabase()
  const others = createSecrets(Buffer.from('begun with these, and then restored over'))
  await noteKeys(empty, others, { acceptsNew: false, log })

  await restoreInstance(machine({ DATABASE_URL: urlOf(empty), SECRET_KEY }), log, folder, [])

  const own = createSecrets(Buffer.from(SECRET_KEY))
  await requireKnownKeys(empty, own, false)
  await noteKeys(empty, own, { acceptsNew: false, log })
  await expect(requireKnownKeys(empty, others, false)).rejects.toThrow('The keys here are not those')
})
