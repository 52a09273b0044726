import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
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
import { urlOf } from './testing/addresses.ts'
import { firstTry, passingFolder, unzip } from './testing/archives.ts'
import { keepFile, newFolder, queryIn } from './testing/backups.ts'
import { payloadOf, zippedBag } from './testing/bags.ts'
import { createEmptyDatabase } from './testing/database.ts'
import type { Person } from './testing/family.ts'
import { createTestKinora } from './testing/kinora.ts'

const kinora = await createTestKinora()
const { person, services, database } = kinora
const folder = passingFolder()
const empty = mkdtempSync(join(tmpdir(), 'kinora-empty-'))
afterAll(() => rmSync(empty, { recursive: true, force: true }))

test('an archive moves into an empty instance with its account, once, and a broken one does not', async () => {
  const ana = await person('Ana')
  await ana.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'journal' })
  const file = await archiveOf(ana)
  const zip = readFileSync(file)
  const restore = (path: string, email?: string) =>
    restoreFile(readEnv({ DATA_DIR: empty }), createLog('silent'), { file: path, email })

  await expect(restore(folder.write('cut.zip', zip.subarray(0, 500)))).rejects.toThrow('its end is missing')
  expect(await restore(file)).toMatch(/Restored into the account .*\n {2}stories: 1\n.*Choose a password/s)
  expect(await restore(file)).toContain('was in the account')
  await expect(restore(file, 'nobody@example.com')).rejects.toThrow('Sign up with it first')
})

test('an archive that could not be taken in after its account was made says that there is that account', async () => {
  const ana = await person('Ana')
  await ana.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'journal' })
  const rows = payloadOf(await unzip(readFileSync(await archiveOf(ana)))).set(
    'records/stories.jsonl',
    Buffer.from(''),
  )
  const file = folder.write('no-rows.zip', await zippedBag(rows))
  const [{ connection }, { connection: other }] = [await createEmptyDatabase(), await createEmptyDatabase()]
  const restoreInto = async (into: typeof connection, path: string, email?: string) => {
    const env = readEnv({ DATA_DIR: empty, DATABASE_URL: urlOf(into) })
    return restoreFile(env, createLog('silent'), { file: path, email })
  }

  await expect(restoreInto(connection, file)).rejects.toThrow(
    `no-rows.zip was not restored, and nothing was changed but that there is an account ${ana.email} now, which is empty: its data`,
  )
  expect(await queryIn(connection, 'select email from auth.users')).toEqual([{ email: ana.email }])
  await expect(restoreInto(connection, file)).rejects.toThrow('nothing was changed: its data')
  await expect(restoreInto(other, folder.write('cut.zip', Buffer.from('x')))).rejects.toThrow(
    'nothing was changed: it is not a zip',
  )
})

test('an account of which no way to sign in could be made is not made either', async () => {
  const [ana, { connection }] = [await person('Ana'), await createEmptyDatabase()]
  const file = await archiveOf(ana)
  const restore = (path: string) => {
    const env = readEnv({ DATA_DIR: empty, DATABASE_URL: urlOf(connection) })
    return restoreFile(env, createLog('silent'), { file: path, email: undefined })
  }
  await expect(restore(folder.write('cut.zip', Buffer.from('x')))).rejects.toThrow('it is not a zip')
  await queryIn(connection, 'alter table auth.identities add constraint broken check (false)')

  await expect(restore(file)).rejects.toThrow()

  expect(await queryIn(connection, 'select email from auth.users')).toEqual([])
  await queryIn(connection, 'alter table auth.identities drop constraint broken')
  await restore(file)
  expect(await queryIn(connection, 'select provider from auth.identities')).toEqual([{ provider: 'email' }])
})

test('what an archive may hold is what the settings allow, as at a start', async () => {
  const [ana, { connection }] = [await person('Ana'), await createEmptyDatabase()]
  const file = await archiveOf(ana)
  const env = readEnv({ DATA_DIR: empty, DATABASE_URL: urlOf(connection), PLAN_DEFAULT: 'generation' })

  await restoreFile(env, createLog('silent'), { file, email: undefined })

  expect(await queryIn(connection, 'select tier from subscriptions')).toEqual([{ tier: 'generation' }])
})

test('nothing is brought in where the settings name another store than the one that holds what is kept', async () => {
  const ana = await person('Ana')
  const key = await keepFile(kinora, ana, randomBytes(900))
  const file = await archiveOf(ana)
  const restoreWith = (DATA_DIR: string) => {
    const env = readEnv({ DATA_DIR, DATABASE_URL: urlOf(database.connection) })
    return restoreFile(env, createLog('silent'), { file, email: undefined })
  }
  await database.asOwner('delete from media where storage_key = $1', [key])
  await keepFile(kinora, await person('Ben'), randomBytes(900))

  await expect(restoreWith(newFolder())).rejects.toThrow('holds nothing of what')
  expect(await queryIn(database.connection, `select 1 from media where user_id = '${ana.id}'`)).toEqual([])
  expect(await restoreWith(services.env.dataDir)).toContain('media: 1')
})

/** Exports a person's archive and writes it to a file. */
async function archiveOf(who: Person): Promise<string> {
  const { id } = await who.client.archive.startExport({ id: uuidv7() })
  await runExport(services, { userId: who.id, id }, firstTry())
  const made = await asUser(services.db, who.claims, (tx) => findArchive(tx, who.id, id))
  return folder.write(`${id}.zip`, await buffer(await services.storage.read(made?.storageKey ?? '')))
}
