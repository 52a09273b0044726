import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { clientOf } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { signAddress } from './address.ts'

const { app, person, database, services } = await createTestKinora()
const visitor = clientOf(app)

/** 300 x 200 pixels in the file, shown turned by 90 degrees, taken at 48° 12' N with a camera that is named. */
const photograph = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#2e9156' } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'Secret camera', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()

async function linkedPicture(bytes: Buffer) {
  const ana = await person('Ana')
  const storyId = uuidv7()
  await ana.client.stories.create({ id: storyId, title: 'Bread', method: 'upload' })
  const id = uuidv7()
  const key = `media/${ana.id}/${id}`
  await services.storage.put(key, bytes)
  await database.asOwner(
    `insert into media (user_id, id, story_id, role, kind, state, mime_type, file_name, size_bytes, sha256, storage_key)
     values ($1, $2, $3, 'original', 'image', 'stored', 'image/jpeg', 'home.jpeg', $4, repeat('a', 64), $5)`,
    [ana.id, id, storyId, bytes.length, key],
  )
  const link = await ana.client.publicLinks.turnOn({ storyId })
  const { files } = await visitor.publicStories.open({ token: link.url.split('/s/')[1] ?? '' })
  const own = signAddress(services.secrets, ana.id, id)
  return { publicUrl: files[0]?.url ?? '', ownUrl: own.url }
}

test('whoever holds a link sees a photograph upright and learns nothing of where it was taken', async () => {
  const bytes = await photograph()
  expect((await sharp(bytes).metadata()).exif?.includes('Secret camera')).toBe(true)
  const { publicUrl } = await linkedPicture(bytes)

  const answer = await app.request(publicUrl)

  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toContain('home.jpg')
  const shown = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect(shown).toMatchObject({ format: 'jpeg', width: 200, height: 300 })
  expect(shown.exif).toBeUndefined()
  expect(shown.xmp).toBeUndefined()
  expect(shown.iptc).toBeUndefined()
  const again = await app.request(publicUrl, {
    headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
})

test('the family gets the very bytes it gave', async () => {
  const bytes = await photograph()
  const { ownUrl } = await linkedPicture(bytes)
  const answer = await app.request(ownUrl)
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
})

test('a picture that cannot be drawn anew is not handed out as it is', async () => {
  const { publicUrl } = await linkedPicture(Buffer.from('GPS 48.2, no picture'))
  expect((await app.request(publicUrl)).status).toBe(404)
  const ranged = await app.request(publicUrl, { headers: { range: 'bytes=0-4' } })
  expect(ranged.status).toBe(404)
})
