import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { asWorker } from '../../db/actor.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { completionOf, putAll, startRecording } from '../../testing/recorder.ts'

const { app, services, person } = await createTestKinora()

/** A picture that this person added, with a poster made from it. */
async function addedPicture(owner: Person) {
  const [id, posterId] = [uuidv7(), uuidv7()]
  const row = { user_id: owner.id, kind: 'image', mime_type: 'image/jpeg', state: 'stored', size_bytes: 3 }
  await asWorker(services.db, owner.id, async (tx) => {
    const original = { ...row, id, role: 'original', storage_key: `media/${owner.id}/${id}` }
    const poster = {
      ...row,
      id: posterId,
      role: 'poster',
      source_media_id: id,
      storage_key: `media/${owner.id}/${posterId}`,
    }
    await tx.insertInto('media').values(original).execute()
    await tx.insertInto('media').values(poster).execute()
  })
  await services.storage.put(`media/${owner.id}/${id}`, Buffer.from('jpg'))
  return { id, posterId }
}

test('an address is given to the owner and opens the file without a token', async () => {
  const ana = await person()
  const { id } = await addedPicture(ana)

  const address = await ana.client.media.address({ id })

  expect(address).toMatchObject({ id, mimeType: 'image/jpeg', sizeBytes: 3 })
  expect(Date.parse(address.expiresAt)).toBeGreaterThan(Date.now() + 3_500_000)
  expect(await (await app.request(address.url)).text()).toBe('jpg')
})

test('nobody gets an address of, a word about, or the removal of what is not theirs', async () => {
  const [ana, eve] = [await person(), await person('Eve')]
  const { id, posterId } = await addedPicture(ana)
  const refused = { code: 'NOT_FOUND' }

  await expect(eve.client.media.address({ id })).rejects.toMatchObject(refused)
  await expect(eve.client.media.address({ id: posterId })).rejects.toMatchObject(refused)
  await expect(eve.client.media.upload({ id })).rejects.toMatchObject(refused)
  await expect(eve.client.media.remove({ id })).rejects.toMatchObject(refused)
  expect(await ana.client.media.address({ id })).toMatchObject({ id })
})

test('an added file goes with what was made from it', async () => {
  const ana = await person()
  const { id, posterId } = await addedPicture(ana)

  await ana.client.media.remove({ id })

  await expect(ana.client.media.address({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(ana.client.media.address({ id: posterId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the file of a recording is not taken out by itself', async () => {
  const ana = await person()
  const { id, story } = await startRecording(ana)
  const bytes = Buffer.from('a few words')
  await putAll(ana, id, bytes)
  await ana.client.recordings.complete(completionOf(id, bytes))
  const [part] = (await ana.client.stories.get({ id: story.id })).recordings

  await expect(ana.client.media.remove({ id: part?.originalMediaId ?? '' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})
