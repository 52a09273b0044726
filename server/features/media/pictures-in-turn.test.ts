import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { inDrawingTurn } from '../../media/drawing-turns.ts'
import type { Person } from '../../testing/family.ts'
import { clientOf } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'

const { app, database, person, services } = await createTestKinora()

/** The public addresses of `count` pictures of `side` pixels in a story of this person. */
async function shownTo(who: Person, side: number, count: number): Promise<string[]> {
  const storyId = uuidv7()
  await who.client.stories.create({ id: storyId, title: 'The fair', method: 'upload' })
  const background = { r: 40, g: 90, b: 60 }
  const bytes = await sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer()
  for (let at = 0; at < count; at += 1) {
    const mediaId = uuidv7()
    const key = `media/${who.id}/${mediaId}`
    await services.storage.put(key, bytes)
    await database.asOwner(
      `insert into media (user_id, id, story_id, role, kind, state, mime_type, file_name, size_bytes, storage_key)
       values ($1, $2, $3, 'original', 'image', 'stored', 'image/png', 'fair.png', $4, $5)`,
      [who.id, mediaId, storyId, bytes.length, key],
    )
  }
  const { url } = await who.client.publicLinks.turnOn({ storyId })
  const { files } = await clientOf(app).publicStories.open({ token: url.split('/s/')[1] ?? '' })
  return files.map((file) => file.url ?? '')
}

test('a family whose pictures take long, asked for over and over, does not hold up the pictures of others', async () => {
  const [eve, ana] = [await person('Eve'), await person('Ana')]
  const slow = await shownTo(eve, 7_000, 5)
  const [quick = ''] = await shownTo(ana, 300, 1)

  const answered: string[] = []
  const ask = async (name: string, url: string) => {
    const { status } = await app.request(url)
    expect(status).toBe(200)
    answered.push(name)
  }
  let letGo = () => {}
  const before = inDrawingTurn('another family', () => new Promise<void>((resolve) => (letGo = resolve)))
  const all = [...slow.map((url) => ask('slow', url)), ask('quick', quick)]
  // HEAD requests take the same look-ups, but draw nothing: once they are answered, the requests before them wait for
  // their turn.
  for (const url of [...slow, quick]) await app.request(url, { method: 'HEAD' })
  letGo()
  await Promise.all([before, ...all])

  // It waits for the picture that is being drawn, and for no other.
  expect(answered.indexOf('quick')).toBeLessThanOrEqual(1)
})
