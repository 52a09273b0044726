import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { newRecording, putChunk, silentFor, startRecording } from '../../testing/recorder.ts'
import { deviceWith, makeLink } from '../../testing/recording-links.ts'
import { sweep } from './finalise.ts'

/* What discarding takes along when other devices record in the same story, and when people have written into it. */

const { app, services, database, person } = await createTestKinora()

const words = Buffer.from('The first second. ')

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
