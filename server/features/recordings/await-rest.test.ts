import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser, completionOf, putChunk, silentFor, startRecording } from '../../testing/recorder.ts'
import { sweep } from './finalise.ts'

const { services, database, person } = await createTestKinora()

const first = Buffer.from('The first second. ')
const second = Buffer.from('The second second.')

/** A recording whose device fell silent after its first second. */
async function abandoned(owner: Person) {
  const start = await startRecording(owner)
  await putChunk(owner, start.id, 0, first)
  await silentFor(database, 25, start.id)
  await sweep(services)
  return start
}

const endedBy = async (owner: Person, storyId: string) =>
  (await owner.client.stories.get({ id: storyId })).recordings.map((recording) => recording.endedBy)

test('whoever keeps a story says that a recording was all there was, and takes that back', async () => {
  const ana = await person()
  const { id, story } = await abandoned(ana)

  expect(await ana.client.recordings.awaitRest({ id, isAwaited: false })).toEqual({ id, endedBy: null })
  expect(await endedBy(ana, story.id)).toEqual([null])
  expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'verifying', nextIndex: 1 })

  expect(await ana.client.recordings.awaitRest({ id, isAwaited: true })).toEqual({ id, endedBy: 'server' })
  expect(await endedBy(ana, story.id)).toEqual(['server'])
})

test('a device that comes back still sends and ends what nobody waited for any more', async () => {
  const ana = await person()
  const { id, story } = await abandoned(ana)
  await ana.client.recordings.awaitRest({ id, isAwaited: false })

  expect((await putChunk(ana, id, 1, second)).status).toBe(200)
  const whole = Buffer.concat([first, second])
  await ana.client.recordings.complete({ ...completionOf(id, whole), chunkCount: 2 })

  expect(await endedBy(ana, story.id)).toEqual(['device'])
})

test('a device that comes back does not throw away what was said to be all there was', async () => {
  const ana = await person()
  const { id, story } = await abandoned(ana)
  await ana.client.recordings.awaitRest({ id, isAwaited: false })

  await expect(ana.client.recordings.discard({ id })).rejects.toMatchObject({ code: 'RECORDING_ENDED' })

  expect(await endedBy(ana, story.id)).toEqual([null])
})

test('nothing is said about a recording that its device has ended or still sends', async () => {
  const ana = await person()
  const [ended, coming] = [await startRecording(ana), await startRecording(ana)]
  await putChunk(ana, ended.id, 0, first)
  await ana.client.recordings.complete(completionOf(ended.id, first))
  await putChunk(ana, coming.id, 0, first)

  for (const isAwaited of [false, true]) {
    const told = { id: ended.id, endedBy: 'device' }
    expect(await ana.client.recordings.awaitRest({ id: ended.id, isAwaited })).toEqual(told)
    const open = { id: coming.id, endedBy: null }
    expect(await ana.client.recordings.awaitRest({ id: coming.id, isAwaited })).toEqual(open)
  }
  expect((await putChunk(ana, coming.id, 1, second)).status).toBe(200)
})

test('whom a story is shared with does not say what was all of it', async () => {
  const [ana, ben] = [await person(), await person()]
  // Only larger plans allow sharing with the right to change things.
  await asSuperuser(database, `update public.subscriptions set tier = 'family' where user_id = $1`, [ana.id])
  const { id, story } = await abandoned(ana)
  const resource = { resourceType: 'story', resourceId: story.id } as const
  await ana.client.sharing.share({ ...resource, email: ben.email, role: 'admin' })

  const saying = ben.client.recordings.awaitRest({ id, isAwaited: false })
  await expect(saying).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const unknown = ben.client.recordings.awaitRest({ id: uuidv7(), isAwaited: false })
  await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await endedBy(ana, story.id)).toEqual(['server'])
})
