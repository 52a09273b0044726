import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import {
  asSuperuser,
  completionOf,
  newRecording,
  putAll,
  putChunk,
  silentFor,
  startRecording,
} from '../../testing/recorder.ts'
import { deviceWith, makeLink } from '../../testing/recording-links.ts'
import { sweep } from './finalise.ts'
import { verifyRecording } from './verify.ts'

/* What discarding takes along when other devices record in the same story, and when people have written into it. */

const { app, services, database, person } = await createTestKinora()

const words = Buffer.from('The first second. ')
const more = Buffer.from('The first second. The second second. ')

async function endedByServer(owner: Person, given: Parameters<typeof newRecording>[0] = {}) {
  const start = await startRecording(owner, given)
  await putChunk(owner, start.id, 0, words)
  await silentFor(database, 25, start.id)
  await sweep(services)
  expect(await owner.client.recordings.status({ id: start.id })).toMatchObject({ state: 'verifying' })
  return start
}

const partsOf = async (owner: Person, storyId: string) =>
  (await owner.client.stories.get({ id: storyId })).recordings.map(({ id }) => id)

test('what only the server has ended is discarded although a phone’s recording has the same number', async () => {
  const ana = await person()
  const { id, story, startedAt } = await endedByServer(ana)
  const phone = deviceWith(app, (await makeLink(ana, { storyId: story.id })).address)
  await phone.client.recordingLinks.open()
  const beside = newRecording({ storyId: story.id, startedAt })
  await phone.client.recordings.start(beside)

  await ana.client.recordings.discard({ id })

  expect(await partsOf(ana, story.id)).toEqual([beside.id])
})

test('what only the server has ended is discarded although another computer began one of the same number at another time', async () => {
  const ana = await person()
  const { id, story } = await endedByServer(ana, { startedAt: '2026-11-21T10:00:00.000Z' })
  const other = await startRecording(ana, { storyId: story.id, startedAt: '2026-11-22T10:00:00.000Z' })

  await ana.client.recordings.discard({ id })

  expect(await partsOf(ana, story.id)).toEqual([other.id])
})

test.each([
  ['title', { title: 'The winter when the river froze' }],
  ['description', { description: 'As Father told it at the table.' }],
  ['date', { date: 'December 24, 1956' }],
  ['speakers', { speakers: ['Ana', 'Grandmother'] }],
])(
  'a story whose %s somebody has changed since its device named it stays when its recording is discarded',
  async (_, change) => {
    const ana = await person()
    const [changed, left] = [await startRecording(ana), await startRecording(ana)]
    await ana.client.stories.update({ id: changed.story.id, ...change })

    for (const { id, story } of [changed, left]) await ana.client.recordings.discard({ id, story })

    expect(await ana.client.stories.get({ id: changed.story.id })).toMatchObject({
      ...change,
      recordings: [],
    })
    await expect(ana.client.stories.get({ id: left.story.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  },
)

test('a story that was there before a recording in which nothing came stays when nobody asked for the recording to go', async () => {
  const ana = await person()
  const made = { id: uuidv7(), title: 'The mill', description: 'It burnt down in 1931.' }
  await ana.client.stories.create({ ...made, method: 'recording' })
  const [joined, alone] = [await startRecording(ana, { storyId: made.id }), await startRecording(ana)]

  for (const { id } of [joined, alone]) await ana.client.recordings.discard({ id, isAsked: false })

  expect((await ana.client.stories.list({ limit: 10 })).items.map(({ id }) => id)).toEqual([made.id])
})

test('a phone may say, too, that nobody asked for its recording to go', async () => {
  const ana = await person()
  const { link, address } = await makeLink(ana)
  const phone = deviceWith(app, address)
  await phone.client.recordingLinks.open()
  const { id } = await phone.client.recordings.start(newRecording({ storyId: link.storyId }))

  await phone.client.recordings.discard({ id, isAsked: false })

  expect(await partsOf(ana, link.storyId)).toEqual([])
})

/** A recording that its device has ended, and that the server has verified. */
async function verified(
  owner: Person,
  bytes: Buffer<ArrayBuffer>,
  given: Parameters<typeof newRecording>[0] = {},
) {
  const start = await startRecording(owner, given)
  await putAll(owner, start.id, bytes)
  await owner.client.recordings.complete(completionOf(start.id, bytes))
  await verifyRecording(services, owner.id, start.id, new AbortController().signal)
  return start
}

test('a copy that had ended goes once its device names another, verified, that holds as much', async () => {
  const ana = await person()
  const { id, story, startedAt } = await verified(ana, words)
  const whole = await verified(ana, more, { storyId: story.id, startedAt })

  await ana.client.recordings.discard({ id, isAsked: false, replacedBy: whole.id })
  expect(await partsOf(ana, story.id)).toEqual([whole.id])

  const back = { id: whole.id, isAsked: false, replacedBy: id }
  await expect(ana.client.recordings.discard(back)).rejects.toMatchObject({ code: 'RECORDING_ENDED' })
})

test('a copy from a phone goes in the same way', async () => {
  const ana = await person()
  const { link, address } = await makeLink(ana)
  const phone = deviceWith(app, address)
  await phone.client.recordingLinks.open()
  const sender = { ...ana, ...phone }
  const { id, startedAt } = await verified(sender, words, { storyId: link.storyId })
  const whole = await verified(sender, more, { storyId: link.storyId, startedAt })

  await phone.client.recordings.discard({ id, isAsked: false, replacedBy: whole.id })

  expect(await partsOf(ana, link.storyId)).toEqual([whole.id])
})

const startedAt = '2026-11-21T10:00:00.000Z'
type Copies = { ana: Person; id: string; storyId: string }
test.each<[string, (copies: Copies) => Promise<string>]>([
  [
    'is shorter',
    async ({ ana, storyId }) => (await verified(ana, Buffer.from('The'), { storyId, startedAt })).id,
  ],
  ['began at another time', async ({ ana, storyId }) => (await verified(ana, more, { storyId })).id],
  ['is in another story', async ({ ana }) => (await verified(ana, more, { startedAt })).id],
  [
    'is not verified',
    async ({ ana, storyId }) => {
      const { id } = await startRecording(ana, { storyId, startedAt })
      await putAll(ana, id, more)
      await ana.client.recordings.complete(completionOf(id, more))
      return id
    },
  ],
  [
    'lacks the comment that somebody made on the copy',
    async ({ ana, id, storyId }) => {
      const moment = { recordingId: id, atMs: 0 }
      await ana.client.comments.add({ id: uuidv7(), storyId, text: 'How she laughs!', moment })
      return (await verified(ana, more, { storyId, startedAt })).id
    },
  ],
  [
    'lacks what somebody corrected in the copy’s transcript',
    async ({ ana, id, storyId }) => {
      await asSuperuser(
        database,
        'insert into public.transcripts (user_id, id, story_id, version) values ($1, $2, $3, 1)',
        [ana.id, id, storyId],
      )
      return (await verified(ana, more, { storyId, startedAt })).id
    },
  ],
  [
    'lacks the voice that a book plays',
    async ({ ana, id, storyId }) => {
      const bookId = uuidv7()
      await ana.client.storybooks.create({ id: bookId, title: 'Our year', storyIds: [storyId] })
      const passages = [{ text: 'The first second.', voice: { recordingId: id, startMs: 0, endMs: 900 } }]
      await asSuperuser(
        database,
        `insert into public.storybook_pages (user_id, storybook_id, kind, position, content)
         values ($1, $2, 'text', 5, $3)`,
        [ana.id, bookId, JSON.stringify({ kind: 'text', passages })],
      )
      return (await verified(ana, more, { storyId, startedAt })).id
    },
  ],
  [
    'lacks the voice that rests in a written chapter',
    async ({ ana, id, storyId }) => {
      const bookId = uuidv7()
      await ana.client.storybooks.create({ id: bookId, title: 'Our year', storyIds: [storyId] })
      const sentences = [{ text: 'The first second.', spans: [{ recordingId: id, startMs: 0, endMs: 900 }] }]
      await asSuperuser(
        database,
        `insert into public.storybook_chapters (user_id, storybook_id, story_id, request_id, state, accepted)
         values ($1, $2, $3, $4, 'done', $5)`,
        [ana.id, bookId, storyId, uuidv7(), JSON.stringify([{ sentences }])],
      )
      return (await verified(ana, more, { storyId, startedAt })).id
    },
  ],
])('a copy that had ended stays where the other %s', async (_, other) => {
  const ana = await person()
  const { id, story } = await verified(ana, words, { startedAt })
  const replacedBy = await other({ ana, id, storyId: story.id })

  const discard = ana.client.recordings.discard({ id, isAsked: false, replacedBy })

  await expect(discard).rejects.toMatchObject({ code: 'RECORDING_ENDED' })
})
