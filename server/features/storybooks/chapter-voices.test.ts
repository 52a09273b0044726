import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { asUser } from '../../db/actor.ts'
import { addedFile } from '../../testing/added-files.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { recordWhole } from '../../testing/recorder.ts'
import { chapterVoices, openVoices } from './chapter-voices.ts'

const kinora = await createTestKinora()
const { person, services } = kinora

/** The voices of a book of one story, once they were turned on. */
async function voicesOf({ client, id: userId, claims }: Person, storyId: string, title: string, date = '') {
  const { id: bookId } = await client.storybooks.create({
    id: uuidv7(),
    title: 'Our book',
    storyIds: [storyId],
  })
  const voices = await asUser(services.db, claims, async (tx) => {
    await openVoices(tx, services, { userId, bookId })
    return chapterVoices(tx, services, userId, [{ id: storyId, title, date }])
  })
  return [...voices.values()]
}

test.each([
  ['the day that its story has', 'Easter 1961', 'Easter 1961'],
  ['no day where its story has none: only the device knew which one it was there', '', ''],
])('beside a chapter’s voice stands %s', async (_what, date, printed) => {
  const ana = await person('Ana')
  const { story } = await recordWhole(ana, new TextEncoder().encode('film'))
  await ana.client.stories.update({ id: story.id, title: 'The dance', date })

  expect(await voicesOf(ana, story.id, 'The dance', date)).toMatchObject([
    { title: 'The dance', date: printed },
  ])
})

test.each([
  ['a film', { kind: 'video' as const, mimeType: 'video/webm' }],
  ['a sound', { kind: 'audio' as const, mimeType: 'audio/mpeg' }],
])('a chapter whose story was told in %s that somebody added is heard from it', async (_what, file) => {
  const ana = await person('Ana')
  const id = uuidv7()
  await ana.client.stories.create({ id, title: 'The cassette', method: 'upload' })
  const bytes = new TextEncoder().encode('cassette')
  await addedFile(kinora, ana, id, { ...file, bytes })

  expect(await voicesOf(ana, id, 'The cassette')).toMatchObject([
    { title: 'The cassette', hash: createHash('sha256').update(bytes).digest('hex').slice(0, 8) },
  ])
})

test.each([
  ['a photograph', { kind: 'image' as const, mimeType: 'image/jpeg' }],
  ['a film without sound', { finding: 'silent' as const }],
  ['a film that cannot be opened', { finding: 'unreadable' as const }],
])('a chapter of %s has no voice', async (_what, file) => {
  const ana = await person('Ana')
  const id = uuidv7()
  await ana.client.stories.create({ id, title: 'In silence', method: 'upload' })
  await addedFile(kinora, ana, id, file)

  expect(await voicesOf(ana, id, 'In silence')).toEqual([])
})

test('a chapter whose story’s link had run out is heard again at the same address', async () => {
  const ana = await person('Ana')
  const { story } = await recordWhole(ana, new TextEncoder().encode('film'))
  const expiresAt = new Date(Date.now() - 60_000).toISOString()
  const { url } = await ana.client.publicLinks.turnOn({ storyId: story.id, expiresAt })

  expect(await voicesOf(ana, story.id, 'The dance')).toMatchObject([{ url }])
  expect(await ana.client.publicLinks.get({ storyId: story.id })).toMatchObject({ expiresAt: null })
})

test('a link that runs out later keeps its day when a book prints it', async () => {
  const ana = await person('Ana')
  const { story } = await recordWhole(ana, new TextEncoder().encode('film'))
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  await ana.client.publicLinks.turnOn({ storyId: story.id, expiresAt })

  await voicesOf(ana, story.id, 'The dance')

  const link = await ana.client.publicLinks.get({ storyId: story.id })
  expect(new Date(link?.expiresAt ?? 0)).toEqual(new Date(expiresAt))
})
