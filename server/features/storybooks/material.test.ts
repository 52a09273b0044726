import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { addedFile, posterOf } from '../../testing/added-files.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { heardRecording, hearFile } from '../../testing/transcripts.ts'

const kinora = await createTestKinora()
const { person, services, app } = kinora

async function story({ client }: Person, title = 'The cassette'): Promise<string> {
  const id = uuidv7()
  await client.stories.create({ id, title, method: 'upload' })
  return id
}

const bookOf = ({ client }: Person, ...storyIds: string[]) =>
  client.storybooks.create({ id: uuidv7(), title: 'Our book', storyIds })

async function passagesOf({ client }: Person, id: string) {
  const { items } = await client.storybooks.pages({ id, limit: limits.pageSizeMax })
  return items.flatMap(({ content }) => (content.kind === 'text' ? content.passages : []))
}

test('what was told on an added cassette stands in the book, and is heard there', async () => {
  const ana = await person()
  const storyId = await story(ana)
  const bytes = new TextEncoder().encode('the cassette')
  const cassette = await addedFile(kinora, ana, storyId, { kind: 'audio', mimeType: 'audio/mpeg', bytes })
  await hearFile(services, ana, cassette, ['We danced until morning.'])

  const book = await bookOf(ana, storyId)

  expect(await passagesOf(ana, book.id)).toMatchObject([
    { text: 'We danced until morning.', voice: { recordingId: cassette, startMs: 0 } },
  ])
  const { mediaId } = await ana.client.storybooks.voice({ storybookId: book.id, recordingId: cassette })
  const { url } = await ana.client.media.address({ id: mediaId })
  expect(Buffer.from(await (await app.request(url)).arrayBuffer())).toEqual(Buffer.from(bytes))
})

test('what was recorded stands before what was told in added files, and those stand as the story has them', async () => {
  const ana = await person()
  const storyId = await story(ana)
  const [second, first] = [
    await addedFile(kinora, ana, storyId, { position: 2 }),
    await addedFile(kinora, ana, storyId, { position: 1 }),
  ]
  await hearFile(services, ana, second, ['They moved away.'])
  await hearFile(services, ana, first, ['They had a farm.'])
  await heardRecording(services, ana, ['She was born.'], { storyId })

  const book = await bookOf(ana, storyId)

  expect((await passagesOf(ana, book.id)).map(({ text }) => text)).toEqual([
    'She was born.',
    'They had a farm.',
    'They moved away.',
  ])
})

test('of several devices that recorded one talk the book has the words of the first that heard any', async () => {
  const ana = await person()
  const tell = async (...heard: string[][]) => {
    const storyId = await story(ana)
    const ids: string[] = []
    for (const [part, lines] of heard.entries())
      ids.push(await heardRecording(services, ana, lines, { storyId, part }))
    await kinora.database.asOwner(
      'update recordings set track_group = $1, offset_ms = 0, drift_ppm = 0 where id = any ($2)',
      [ids[0], ids],
    )
    const { id } = await bookOf(ana, storyId)
    return (await passagesOf(ana, id)).map(({ text }) => text)
  }

  expect(await tell(['She was born.'], ['She was borne.'])).toEqual(['She was born.'])
  expect(await tell([], ['She was born.'], ['She was borne.'])).toEqual(['She was born.'])
})

/** The pictures of a book's pages, and its cover on the shelf. */
async function shownIn({ client }: Person, id: string) {
  const { items } = await client.storybooks.pages({ id, limit: limits.pageSizeMax })
  const pictures = items.flatMap(({ content }) => ('pictureId' in content ? (content.pictureId ?? []) : []))
  return { pictures: [...new Set(pictures)], cover: (await client.storybooks.get({ id })).coverImage }
}

test('a book goes without pictures that nobody can see', async () => {
  const ana = await person()
  const storyId = await story(ana)
  await addedFile(kinora, ana, storyId, { kind: 'image', mimeType: 'image/heic', finding: 'no_preview' })
  await addedFile(kinora, ana, storyId, { kind: 'image', mimeType: 'image/jpeg', finding: 'unreadable' })
  const seen = await addedFile(kinora, ana, storyId, { kind: 'image', mimeType: 'image/jpeg', position: 1 })

  const { pictures, cover } = await shownIn(ana, (await bookOf(ana, storyId)).id)

  expect(pictures).toEqual([seen])
  expect(cover).toContain(seen)
})

test('where nobody can see a picture of a story, its film has one', async () => {
  const ana = await person()
  const storyId = await story(ana)
  await addedFile(kinora, ana, storyId, { kind: 'image', mimeType: 'image/tiff', finding: 'no_preview' })
  const bare = await shownIn(ana, (await bookOf(ana, storyId)).id)
  const film = await addedFile(kinora, ana, storyId, { kind: 'video', mimeType: 'video/mp4', position: 1 })
  const poster = await posterOf(kinora, ana, { storyId, mediaId: film })
  const { cover } = await shownIn(ana, (await bookOf(ana, storyId)).id)
  expect(bare).toEqual({ pictures: [], cover: null })
  expect(cover).toContain(poster)
})

test('a picture that has only just come stands in a book, and is shown as soon as it has been drawn', async () => {
  const ana = await person()
  const storyId = await story(ana)
  const scan = await addedFile(kinora, ana, storyId, {
    kind: 'image',
    mimeType: 'image/tiff',
    isExamined: false,
  })
  const { id } = await bookOf(ana, storyId)
  const poster = await posterOf(kinora, ana, { storyId, mediaId: scan })
  const { pictures, cover } = await shownIn(ana, id)
  expect(pictures).toEqual([scan])
  expect(cover).toContain(poster)
})

test('a scanned picture stands in a book, and is shown as it was drawn for browsers', async () => {
  const ana = await person()
  const storyId = await story(ana)
  const scan = await addedFile(kinora, ana, storyId, { kind: 'image', mimeType: 'image/tiff' })
  const poster = await posterOf(kinora, ana, { storyId, mediaId: scan })

  const { pictures, cover } = await shownIn(ana, (await bookOf(ana, storyId)).id)

  expect(pictures).toEqual([scan])
  expect(cover).toContain(poster)
  const { url, shownUrl } = await ana.client.media.address({ id: scan })
  expect([url, shownUrl]).toEqual([expect.stringContaining(scan), expect.stringContaining(poster)])
})
