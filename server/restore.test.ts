import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
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
  const restore = (path: string, address?: string) =>
    restoreFile(readEnv({ DATA_DIR: empty }), createLog('silent'), { file: path, address })

  await expect(restore(folder.write('cut.zip', zip.subarray(0, 500)))).rejects.toThrow('its end is missing')
  expect(await restore(file)).toMatch(/Restored into the account .*\n {2}stories: 1\n.*Choose a password/s)
  expect(await restore(file)).toContain('was in the account')
  await expect(restore(file, 'nobody@example.com')).rejects.toThrow(
    'There is no account nobody@example.com here',
  )
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

  await expect(restoreInto(connection, file)).rejects.toThrow(
    `no-rows.zip was not restored, and nothing was changed but that there is an account ${ana.email} now, which is empty: its data`,
  )
  expect(await queryIn(connection, 'select email from auth.users')).toEqual([{ email: ana.email }])
  await expect(restoreInto(connection, file)).rejects.toThrow('nothing was changed: its data')
  await expect(restoreInto(other, folder.write('cut.zip', Buffer.from('x')))).rejects.toThrow(
    'nothing was changed: it is not a zip',
  )
})

test('an archive goes to the account that it was made from, whoever has the address of that account now', async () => {
  const [ana, ben] = [await person('Ana'), await person('Ben')]
  await ana.client.stories.create({ id: uuidv7(), title: 'For Ana alone', method: 'journal' })
  const file = await archiveOf(ana)
  await database.asOwner('delete from stories where user_id = $1', [ana.id])
  await database.asOwner('update auth.users set email = $2 where id = $1', [ana.id, `new-${ana.email}`])
  await database.asOwner('update auth.users set email = $2 where id = $1', [ben.id, ana.email])

  expect(await restoreHere(file)).toMatch(`Restored into the account new-${ana.email}`)

  expect(await storiesOf(ben)).toEqual([])
  expect(await storiesOf(ana)).toEqual([{ title: 'For Ana alone' }])
})

test('where another account has the address of an archive, it goes there only if the operator names that account', async () => {
  const [ana, { connection }] = [await person('Ana'), await createEmptyDatabase()]
  await ana.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'journal' })
  const file = await archiveOf(ana)
  await restoreInto(connection, file)
  const newId = uuidv7()
  await queryIn(connection, 'delete from auth.users')
  await queryIn(
    connection,
    `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data) values ('${newId}', '${ana.email}', '{}', '{}')`,
  )

  await expect(restoreInto(connection, file)).rejects.toThrow(`FILE.zip ${ana.email}`)
  expect(await queryIn(connection, 'select id from public.stories')).toEqual([])
  expect(await restoreInto(connection, file, ana.email.toUpperCase())).toContain(
    `Restored into the account ${ana.email}`,
  )
  expect(await queryIn(connection, 'select user_id as id from public.stories')).toEqual([{ id: newId }])
})

test('an archive whose account was deleted here brings that account back to nobody', async () => {
  const ana = await person('Ana')
  const file = await archiveOf(ana)
  await database.asOwner('update auth.users set email = null, deleted_at = now() where id = $1', [ana.id])

  await expect(restoreHere(file)).rejects.toThrow('was deleted here')
})

test('the archive of an account without a mail address goes back to it, or where its phone or its id is named', async () => {
  const cleo = await person('Cleo')
  await cleo.client.stories.create({ id: uuidv7(), title: 'By phone', method: 'journal' })
  await database.asOwner(
    `update auth.users set email = null, phone = '4915112345678', phone_confirmed_at = now() where id = $1`,
    [cleo.id],
  )
  const file = await archiveOf(cleo)
  const { connection } = await createEmptyDatabase()

  for (const address of [undefined, '+49 151 12345678', cleo.id]) {
    await database.asOwner('delete from stories where user_id = $1', [cleo.id])
    expect(await restoreHere(file, address)).toContain('Restored into the account +4915112345678')
    expect(await storiesOf(cleo)).toEqual([{ title: 'By phone' }])
  }
  await expect(restoreHere(file, uuidv7())).rejects.toThrow('There is no account')
  await expect(restoreInto(connection, file)).rejects.toThrow('has no mail address')
})

test('what an archive calls its address, and is none, becomes no account, and nothing that the terminal obeys', async () => {
  const [ana, { connection }] = [await person('Ana'), await createEmptyDatabase()]
  const payload = payloadOf(await unzip(readFileSync(await archiveOf(ana))))
  const said = String(payload.get('archive.json')).replace(ana.email, '\\u001b[2Jana@example.com')
  const file = folder.write('no-address.zip', await zippedBag(payload.set('archive.json', Buffer.from(said))))

  const told = await restoreInto(connection, file).catch((error: Error) => error.message)

  expect(told).toContain('has no mail address')
  expect(told).not.toContain('\u001b')
  expect(await queryIn(connection, 'select email from auth.users')).toEqual([])
})

test('an account of which no way to sign in could be made is not made either', async () => {
  const [ana, { connection }] = [await person('Ana'), await createEmptyDatabase()]
  const file = await archiveOf(ana)
  const restore = (path: string) => restoreInto(connection, path)
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

  await restoreFile(env, createLog('silent'), { file, address: undefined })

  expect(await queryIn(connection, 'select tier from subscriptions')).toEqual([{ tier: 'generation' }])
})

test('nothing is brought in where the settings name another store than the one that holds what is kept', async () => {
  const ana = await person('Ana')
  const key = await keepFile(kinora, ana, randomBytes(900))
  const file = await archiveOf(ana)
  const restoreWith = (DATA_DIR: string) => {
    const env = readEnv({ DATA_DIR, DATABASE_URL: urlOf(database.connection) })
    return restoreFile(env, createLog('silent'), { file, address: undefined })
  }
  await database.asOwner('delete from media where storage_key = $1', [key])
  await keepFile(kinora, await person('Ben'), randomBytes(900))

  await expect(restoreWith(newFolder())).rejects.toThrow('holds nothing of what')
  expect(await queryIn(database.connection, `select 1 from media where user_id = '${ana.id}'`)).toEqual([])
  expect(await restoreWith(services.env.dataDir)).toContain('media: 1')
})

/** Restores an archive into another database than the one of these tests. */
function restoreInto(connection: pg.ClientConfig, file: string, address?: string): Promise<string> {
  const env = readEnv({ DATA_DIR: empty, DATABASE_URL: urlOf(connection) })
  return restoreFile(env, createLog('silent'), { file, address })
}

/** Restores an archive into the Kinora that it was made in. */
function restoreHere(file: string, address?: string): Promise<string> {
  const env = readEnv({ DATA_DIR: services.env.dataDir, DATABASE_URL: urlOf(database.connection) })
  return restoreFile(env, createLog('silent'), { file, address })
}

function storiesOf({ id }: Person): Promise<{ title: string }[]> {
  return queryIn(database.connection, `select title from public.stories where user_id = '${id}'`)
}

/** Exports a person's archive and writes it to a file. */
async function archiveOf(who: Person): Promise<string> {
  const { id } = await who.client.archive.startExport({ id: uuidv7() })
  await runExport(services, { userId: who.id, id }, firstTry())
  const made = await asUser(services.db, who.claims, (tx) => findArchive(tx, who.id, id))
  return folder.write(`${id}.zip`, await buffer(await services.storage.read(made?.storageKey ?? '')))
}
