import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { asWorker } from '../../db/actor.ts'
import type { Services } from '../../services.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { keepPortrait } from '../family-members/family-members.ts'
import { keepObject } from './keep-object.ts'
import { emptyBin } from './media.jobs.ts'

const { person, services, database } = await createTestKinora()
const { db, storage } = services
const bytes = Buffer.from('the dance')

/** A server that is killed right after the object has been written. */
function killedBehindThePut() {
  const keys: string[] = []
  const put: Services['storage']['put'] = async (key, source) => {
    keys.push(key)
    await storage.put(key, source)
    throw new Error('killed')
  }
  return { keys, services: { db, storage: Object.assign(Object.create(storage), { put }) as typeof storage } }
}

const row = (userId: string, id: string, key: string) => ({
  ...{ user_id: userId, id, storage_key: key, role: 'original', kind: 'image', state: 'stored' },
  ...{ mime_type: 'image/jpeg', size_bytes: bytes.length },
})

async function anObject() {
  const { id: userId } = await person()
  const id = uuidv7()
  const key = `media/${userId}/${id}.drawn`
  const name = () =>
    asWorker(db, userId, (tx) =>
      tx
        .insertInto('media')
        .values(row(userId, id, key))
        .execute(),
    )
  return { userId, key, name }
}

const isBinned = async (key: string) =>
  (await database.asOwner('select from app.storage_deletions where storage_key = $1', [key])).rowCount === 1

test('a portrait that was written and not named any more leaves nothing behind', async () => {
  const ana = await person()
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'sienna' } })
    .png()
    .toBuffer()
  const killed = killedBehindThePut()

  await expect(keepPortrait(killed.services, ana.claims, ana.id, picture)).rejects.toThrow('killed')
  const [key = ''] = killed.keys
  expect(await storage.stat(key)).not.toBeNull()
  await emptyBin(services)

  expect(await storage.stat(key)).toBeNull()
})

test('what was named stays, and nothing of it lies in the bin', async () => {
  const { userId, key, name } = await anObject()

  await keepObject(services, { userId, key, bytes }, name)
  expect(await isBinned(key)).toBe(false)
  await emptyBin(services)

  expect((await storage.stat(key))?.size).toBe(bytes.length)
})

test('what the bin took in the moment before it was named is there again', async () => {
  const { userId, key, name } = await anObject()

  await keepObject(services, { userId, key, bytes }, async () => {
    await emptyBin(services)
    expect(await storage.stat(key)).toBeNull()
    await name()
  })

  expect((await storage.stat(key))?.size).toBe(bytes.length)
})

test('what no row came to name is taken away at once', async () => {
  const { userId, key } = await anObject()
  const refuse = () => Promise.reject(new Error('no room'))

  await expect(keepObject(services, { userId, key, bytes }, refuse)).rejects.toThrow('no room')

  expect(await storage.stat(key)).toBeNull()
})
