import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Services } from '../../services.ts'
import { passingFolder } from '../../testing/archives.ts'
import { familyArchive } from '../../testing/family-archive.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { emptyBin, removeBinned } from '../media/media.ts'
import { keepFile } from '../uploads/uploads.ts'
import { erase } from './erase-account.ts'
import { withArchive } from './open-archive.ts'
import { restoreInto } from './restore-archive.ts'

const kinora = await createTestKinora()
const { person, services, database } = kinora
const { db, storage } = services
const folder = passingFolder()
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** An archive with two pictures. @returns its path */
async function archiveOfTwo(): Promise<string> {
  const ana = await person('Ana')
  const storyId = uuidv7()
  await ana.client.stories.create({ id: storyId, title: 'The album', method: 'upload' })
  for (const fileName of ['one.png', 'two.png']) {
    const file = { id: uuidv7(), storyId, fileName, size: onePixel.length }
    await keepFile(services, ana.claims, {
      ...file,
      source: (async function* () {
        yield onePixel
      })(),
    })
  }
  const { zip } = await familyArchive(kinora, ana.id)
  return folder.write(`${uuidv7()}.zip`, zip)
}

const bringIn = (path: string, userId: string, parts: Pick<Services, 'db' | 'storage'> = services) => {
  const watch = { signal: new AbortController().signal, onBytes: () => undefined }
  return withArchive(path, watch, (archive) => restoreInto({ services: parts, userId, archive, ...watch }))
}

const atTheSecond = (then: (key: string) => unknown) => atObject(2, then)

/**
 * A server that calls `then` as soon as so many objects are in its store, and the keys of everything it has stored.
 */
function atObject(count: number, then: (key: string) => unknown) {
  const keys: string[] = []
  const put: Services['storage']['put'] = async (key, source) => {
    const size = await storage.put(key, source)
    keys.push(key)
    if (keys.length === count) await then(key)
    return size
  }
  const watched: Services['storage'] = new Proxy(storage, {
    get: (target, name) => (name === 'put' ? put : Reflect.get(target, name, target).bind(target)),
  })
  return { keys, parts: { db, storage: watched } }
}

/**
 * A server that is killed at the second object: from then on it does nothing more, neither in the database nor in the
 * store.
 */
async function killedAtTheSecond(path: string, userId: string): Promise<string[]> {
  const { promise: killed, resolve: kill } = Promise.withResolvers<void>()
  const { keys, parts } = atTheSecond(() => {
    kill()
    return new Promise(() => undefined)
  })
  void bringIn(path, userId, parts)
  await killed
  return keys
}

const sizes = (keys: string[]) => Promise.all(keys.map(async (key) => (await storage.stat(key))?.size))
const later = (keys: string[], days: number) =>
  database.asOwner(
    'update app.storage_deletions set deleted_at = deleted_at - make_interval(days => $2) where storage_key = any($1)',
    [keys, days],
  )

test('of an archive whose bytes were written and never named nothing stays, once it cannot be coming in any more', async () => {
  const [path, eve] = [await archiveOfTwo(), await person('Eve')]
  const keys = await killedAtTheSecond(path, eve.id)
  expect(await sizes(keys)).toEqual([onePixel.length, onePixel.length])

  await later(keys, limits.archivePlacingDays - 1)
  await emptyBin(services)
  expect(await sizes(keys)).toEqual([onePixel.length, onePixel.length])

  await later(keys, 1)
  await emptyBin(services)
  expect(await sizes(keys)).toEqual([undefined, undefined])
})

test('what came in is left alone by the bin, also where a server was killed over it before', async () => {
  const [path, eve] = [await archiveOfTwo(), await person('Eve')]
  const keys = await killedAtTheSecond(path, eve.id)

  expect(await bringIn(path, eve.id)).toMatchObject({ media: 2 })

  expect((await later(keys, 0)).rowCount).toBe(0)
  await emptyBin(services)
  expect(await sizes(keys)).toEqual([onePixel.length, onePixel.length])
})

test('a bin that was looked into before leaves alone what is coming in since', async () => {
  const [path, eve] = [await archiveOfTwo(), await person('Eve')]
  const { keys, parts } = atTheSecond((key) => removeBinned(services, key, false))

  expect(await bringIn(path, eve.id, parts)).toMatchObject({ media: 2 })

  expect(await sizes(keys)).toEqual([onePixel.length, onePixel.length])
})

test('nothing comes in of an archive whose bytes were taken away meanwhile, and it comes in whole the next time', async () => {
  const [path, eve] = [await archiveOfTwo(), await person('Eve')]
  const { keys, parts } = atTheSecond(async () => {
    await later(keys, limits.archivePlacingDays)
    await emptyBin(services)
  })

  await expect(bringIn(path, eve.id, parts)).rejects.toThrow('taken away')
  expect((await database.asOwner('select from media where user_id = $1', [eve.id])).rowCount).toBe(0)

  expect(await bringIn(path, eve.id)).toMatchObject({ media: 2 })
  expect(await sizes(keys)).toEqual([onePixel.length, onePixel.length])
})

test('nor does anything come in while a file that was there is deleted for good, and the next time it comes in with its bytes', async () => {
  const [path, eve] = [await archiveOfTwo(), await person('Eve')]
  await bringIn(path, eve.id)
  const filesOf = async () => {
    const { rows } = await database.asOwner('select id, storage_key as key from media where user_id = $1', [
      eve.id,
    ])
    return rows as { id: string; key: string }[]
  }
  const files = await filesOf()
  const deleteForGood = async (file = { id: '' }) => {
    await database.asOwner('delete from media where user_id = $1 and id = $2', [eve.id, file.id])
    await emptyBin(services)
  }
  await deleteForGood(files[0])
  const { parts } = atObject(1, () => deleteForGood(files[1]))

  await expect(bringIn(path, eve.id, parts)).rejects.toThrow('taken away')
  expect(await filesOf()).toEqual([])

  expect(await bringIn(path, eve.id)).toMatchObject({ media: 2 })
  expect(await sizes(files.map(({ key }) => key))).toEqual([onePixel.length, onePixel.length])
})

test('they go at once with the account that they were for', async () => {
  const [path, eve] = [await archiveOfTwo(), await person('Eve')]
  const keys = await killedAtTheSecond(path, eve.id)
  await eve.client.accountEnd.request({ password: 'wild geese' })
  await database.asOwner('update account_deletions set erase_at = now() where user_id = $1', [eve.id])

  await erase(services, eve.id)

  expect(await sizes(keys)).toEqual([undefined, undefined])
})

test('what a clock that was a year ahead put into the bin goes as soon as the clock is right', async () => {
  const key = `media/${(await person()).id}/${uuidv7()}`
  await storage.put(key, onePixel)
  await database.asOwner(
    `insert into app.storage_deletions (storage_key, deleted_at) values ($1, now() + interval '1 year')`,
    [key],
  )

  await emptyBin(services)

  expect(await storage.stat(key)).toBeNull()
})
