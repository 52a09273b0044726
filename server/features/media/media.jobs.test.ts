import { v7 as uuidv7 } from 'uuid'
import { expect, test, vi } from 'vitest'
import { createTestKinora } from '../../testing/kinora.ts'
import { elsewhere } from '../../testing/other-transaction.ts'
import { deleteExpired } from '../stories/stories.ts'
import { binForLater, emptyBin, removeBinned } from './media.jobs.ts'

const { person, services, database } = await createTestKinora()
const { storage } = services

async function storyWithFile() {
  const { client, id: userId } = await person()
  const { id: storyId } = await client.stories.create({ id: uuidv7(), title: 'The album', method: 'upload' })
  const key = `media/${userId}/${uuidv7()}`
  await storage.put(key, Buffer.from('bytes'))
  await database.asOwner(
    `insert into media (user_id, story_id, role, kind, state, mime_type, size_bytes, storage_key)
     values ($1, $2, 'original', 'image', 'stored', 'image/png', 5, $3)`,
    [userId, storyId, key],
  )
  return { client, userId, storyId, key }
}

const age = (storyId: string, days: number) =>
  database.asOwner(`update stories set deleted_at = now() - make_interval(days => $2) where id = $1`, [
    storyId,
    days,
  ])

test('a story whose days in the trash are over goes for good, and its bytes with it', async () => {
  const { client, storyId, key } = await storyWithFile()
  await age(storyId, 31)

  await deleteExpired(services.db)
  await emptyBin(services)

  await expect(client.stories.restore({ id: storyId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await storage.stat(key)).toBeNull()
  expect((await client.account.usage()).storageUsedBytes).toBe(0)
})

test('a story that may still be restored keeps its bytes', async () => {
  const { client, storyId, key } = await storyWithFile()
  await age(storyId, 29)

  await deleteExpired(services.db)
  await emptyBin(services)

  await client.stories.restore({ id: storyId })
  expect(await storage.stat(key)).toEqual({ size: 5 })
})

test('an object that cannot be deleted keeps no other from going, and is tried again', async () => {
  const [stuck, other] = [`media/${uuidv7()}/stuck`, `media/${uuidv7()}/other`]
  for (const key of [stuck, other]) {
    await storage.put(key, Buffer.from('bytes'))
    await database.asOwner('insert into app.storage_deletions (storage_key) values ($1)', [key])
  }
  const remove = storage.delete.bind(storage)
  const broken = vi.spyOn(storage, 'delete').mockImplementation(async (key) => {
    if (key === stuck) throw new Error('EBUSY')
    return remove(key)
  })

  await emptyBin(services)
  expect([await storage.stat(stuck), await storage.stat(other)]).toEqual([{ size: 5 }, null])
  broken.mockRestore()
  await emptyBin(services)
  expect(await storage.stat(stuck)).toBeNull()
})

test('objects that cannot be deleted do not keep the bin from being emptied, however many they are', async () => {
  const stuck = Array.from({ length: 4 }, () => `media/${uuidv7()}/stuck`)
  const other = `media/${uuidv7()}/other`
  for (const key of [...stuck, other]) {
    await storage.put(key, Buffer.from('bytes'))
    await database.asOwner('insert into app.storage_deletions (storage_key) values ($1)', [key])
  }
  const remove = storage.delete.bind(storage)
  const broken = vi.spyOn(storage, 'delete').mockImplementation(async (key) => {
    if (stuck.includes(key)) throw new Error('EACCES')
    return remove(key)
  })

  await emptyBin(services)
  await emptyBin(services)

  expect(await storage.stat(other)).toBeNull()
  broken.mockRestore()
  await emptyBin(services)
  for (const key of stuck) expect(await storage.stat(key)).toBeNull()
})

test('an object that a row names again is left alone', async () => {
  const { userId, key } = await storyWithFile()
  await database.asOwner('insert into app.storage_deletions (storage_key) values ($1)', [key])

  await emptyBin(services)

  expect(await storage.stat(key)).toEqual({ size: 5 })
  const { rows } = await database.asOwner('select 1 from app.storage_deletions where storage_key like $1', [
    `media/${userId}/%`,
  ])
  expect(rows).toEqual([])
})

test('what was taken out of the bin while it is emptied, to be put there anew, is left alone', async () => {
  const { userId } = await storyWithFile()
  const key = `media/${userId}/${uuidv7()}`
  await database.asOwner('insert into app.storage_deletions (storage_key) values ($1)', [key])
  // An import takes the key out of the bin after the bin was read and before the object is removed. Its rows are
  // added after its bytes.
  await database.asOwner('delete from app.storage_deletions where storage_key = $1', [key])
  await storage.put(key, Buffer.from('again'))

  expect(await removeBinned(services, key, false)).toBe(true)

  expect(await storage.stat(key)).toEqual({ size: 5 })
})

test('what could not be deleted, and is marked as coming in before the run ends, is not made due again', async () => {
  const [stuck, other] = [`media/${uuidv7()}/stuck`, `media/${uuidv7()}/other`]
  await database.asOwner(
    `insert into app.storage_deletions (storage_key, deleted_at)
     values ($1, now() - interval '2 hours'), ($2, now() - interval '1 hour')`,
    [stuck, other],
  )
  const broken = vi.spyOn(storage, 'delete').mockImplementation(async (key) => {
    if (key === stuck) throw new Error('EBUSY')
    // An import takes the key over while the bin is at the next object.
    if (key === other) await elsewhere(() => binForLater(services.db, stuck))
  })

  await emptyBin(services)
  broken.mockRestore()

  const { rows } = await database.asOwner(
    'select deleted_at > now() as coming from app.storage_deletions where storage_key = $1',
    [stuck],
  )
  expect(rows).toEqual([{ coming: true }])
})
