import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { chunkPath } from '#contract/recordings.ts'
import { asWorker } from '../../db/actor.ts'
import { contentDigestOf, sha256Of } from '../../sha256.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import {
  asSuperuser,
  completionOf,
  limitStorage,
  newRecording,
  putAll,
  putChunk,
  silentFor,
  startRecording,
} from '../../testing/recorder.ts'
import { sweep } from './finalise.ts'
import { verifyRecording } from './verify.ts'

const { app, services, database, person } = await createTestKinora()

const first = Buffer.from('The first second. ')
const second = Buffer.from('The second second.')
const codeOf = async (response: Response) => [response.status, (await response.json()).code]

async function storedBytes(owner: Person, recordingId: string): Promise<Buffer> {
  const { storage_key } = await asWorker(services.db, owner.id, (tx) =>
    tx
      .selectFrom('media')
      .where('recording_id', '=', recordingId)
      .where('role', '=', 'original')
      .select('storage_key')
      .executeTakeFirstOrThrow(),
  )
  return buffer(await services.storage.read(storage_key))
}

const usedBytes = async (owner: Person) => {
  const { rows } = await asSuperuser(
    database,
    'select storage_used_bytes::int as used from public.usage_tracking where user_id = $1',
    [owner.id],
  )
  return rows[0].used
}

test('a recording begins with its story, and beginning it again changes nothing', async () => {
  const ana = await person()
  const start = newRecording()

  const began = await ana.client.recordings.start(start)
  await putChunk(ana, start.id, 0, first)
  const again = await ana.client.recordings.start(start)

  expect(began).toEqual({
    id: start.id,
    storyId: start.story.id,
    state: 'receiving',
    nextIndex: 0,
    receivedBytes: 0,
    damaged: [],
    sha256: null,
  })
  expect(again).toMatchObject({ nextIndex: 1, receivedBytes: first.length })
  const story = await ana.client.stories.get({ id: start.story.id })
  expect(story).toMatchObject({
    title: 'The winter of 1956',
    method: 'recording',
    recordingState: 'receiving',
  })
  expect(story.recordings).toHaveLength(1)
})

test('the same id for another story or part is a conflict', async () => {
  const ana = await person()
  const start = await startRecording(ana)

  await expect(ana.client.recordings.start({ ...start, part: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
  const elsewhere = { ...start, story: { ...start.story, id: uuidv7() } }
  await expect(ana.client.recordings.start(elsewhere)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a recording cannot begin in a story that lies in the trash', async () => {
  const ana = await person()
  const { story } = await startRecording(ana)
  await ana.client.stories.delete({ id: story.id })

  await expect(
    ana.client.recordings.start(newRecording({ storyId: story.id, part: 1 })),
  ).rejects.toMatchObject({
    code: 'GONE',
  })
})

test('a recording whose story is deleted while it comes in is neither gone on with nor ended, until the story is restored', async () => {
  const ana = await person()
  const start = await startRecording(ana)
  await putChunk(ana, start.id, 0, first)
  await ana.client.stories.delete({ id: start.story.id })

  const end = completionOf(start.id, first)
  await expect(ana.client.recordings.start(start)).rejects.toMatchObject({ code: 'GONE' })
  await expect(ana.client.recordings.complete(end)).rejects.toMatchObject({ code: 'GONE' })

  await ana.client.stories.restore({ id: start.story.id })
  expect(await ana.client.recordings.complete(end)).toMatchObject({ state: 'verifying' })
})

test('a recording that only the server ended is not gone on with either while its story lies in the trash', async () => {
  const ana = await person()
  const start = await endedByServer(ana)
  await verifyRecording(services, ana.id, start.id, new AbortController().signal)
  await ana.client.stories.delete({ id: start.story.id })

  await expect(ana.client.recordings.start(start)).rejects.toMatchObject({ code: 'GONE' })
  await expect(ana.client.recordings.complete(completionOf(start.id, first))).rejects.toMatchObject({
    code: 'GONE',
  })
  expect(await codeOf(await putChunk(ana, start.id, 1, second))).toEqual([410, 'GONE'])

  await ana.client.stories.restore({ id: start.story.id })
  expect(await ana.client.recordings.start(start)).toMatchObject({ state: 'safe', sha256: sha256Of(first) })
})

test('a recording whose story lies in the trash is not ended for its silence', async () => {
  const ana = await person()
  const start = await startRecording(ana)
  await putChunk(ana, start.id, 0, first)
  await ana.client.stories.delete({ id: start.story.id })
  await silentFor(database, 25, start.id)

  await sweep(services)
  expect(await ana.client.recordings.status({ id: start.id })).toMatchObject({ state: 'receiving' })

  await ana.client.stories.restore({ id: start.story.id })
  await sweep(services)
  expect(await ana.client.recordings.status({ id: start.id })).toMatchObject({ state: 'verifying' })
})

test('a chunk is acknowledged with what was written, and is then in the store', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)

  const answers = [await putChunk(ana, id, 0, first), await putChunk(ana, id, 1, second)]

  expect(await answers[0]?.json()).toEqual({
    index: 0,
    size: first.length,
    sha256: sha256Of(first),
    receivedBytes: first.length,
    nextIndex: 1,
  })
  expect(await answers[1]?.json()).toMatchObject({ index: 1, receivedBytes: 36, nextIndex: 2 })
  expect((await storedBytes(ana, id)).toString()).toBe('The first second. The second second.')
  expect(await ana.client.recordings.status({ id })).toMatchObject({ nextIndex: 2, receivedBytes: 36 })
  // Room is reserved for the next chunks, too.
  expect(await usedBytes(ana)).toBe(first.length + limits.chunkBytesMax)
})

test('room is taken ahead where a plan has it, and what was not used is given back at the end', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)
  const bytes = randomBytes(limits.chunkBytesMax + 200)
  await putAll(ana, id, bytes, limits.chunkBytesMax)
  expect(await usedBytes(ana)).toBe(2 * limits.chunkBytesMax)
  await putChunk(ana, id, 2, first)
  expect(await usedBytes(ana)).toBe(2 * limits.chunkBytesMax)

  const whole = Buffer.concat([bytes, first])
  await ana.client.recordings.complete({ ...completionOf(id, whole), chunkCount: 3 })

  expect(await usedBytes(ana)).toBe(whole.length)
})

test('the same chunk again is the same answer and is counted once', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)
  await putChunk(ana, id, 0, first)

  const again = await putChunk(ana, id, 0, first)

  expect([again.status, await again.json()]).toEqual([
    200,
    { index: 0, size: first.length, sha256: sha256Of(first), receivedBytes: first.length, nextIndex: 1 },
  ])
  expect(await usedBytes(ana)).toBe(first.length + limits.chunkBytesMax)
})

test('the same chunk sent many times at once is written once', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)

  const answers = await Promise.all(Array.from({ length: 8 }, () => putChunk(ana, id, 0, first)))

  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
  expect((await storedBytes(ana, id)).equals(first)).toBe(true)
  expect(await usedBytes(ana)).toBe(first.length + limits.chunkBytesMax)
})

test('another chunk under the same index is a conflict', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)
  await putChunk(ana, id, 0, first)

  expect(await codeOf(await putChunk(ana, id, 0, second))).toEqual([409, 'CHUNK_CONFLICT'])
  expect((await storedBytes(ana, id)).equals(first)).toBe(true)
})

test('a chunk after a gap is refused and told which one is wanted', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)
  await putChunk(ana, id, 0, first)

  const answer = await putChunk(ana, id, 2, second)

  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ code: 'CHUNK_OUT_OF_ORDER', data: { nextIndex: 1 } })
})

test('bytes that are not what the digest says are refused and not kept', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)

  const answer = await putChunk(ana, id, 0, first, { 'content-digest': contentDigestOf(second) })

  expect(await codeOf(answer)).toEqual([422, 'DIGEST_MISMATCH'])
  expect(await ana.client.recordings.status({ id })).toMatchObject({ nextIndex: 0, receivedBytes: 0 })
})

test.each([[undefined], ['sha-256=:bm90IGEgaGFzaA==:'], ['md5=:1B2M2Y8AsgTpgAmy7PhCfg==:']])(
  'a chunk with the digest header %s is refused',
  async (digest) => {
    const ana = await person()
    const { id } = await startRecording(ana)

    const answer = await putChunk(ana, id, 0, first, digest === undefined ? {} : { 'content-digest': digest })

    expect(await codeOf(answer)).toEqual([400, 'BAD_REQUEST'])
  },
)

test('SHA-256 is found among several digests', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)

  const both = `sha-512=:${Buffer.alloc(64).toString('base64')}:, ${contentDigestOf(first)}`
  expect((await putChunk(ana, id, 0, first, { 'content-digest': both })).status).toBe(200)
})

test('an empty chunk is refused', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)

  expect(await codeOf(await putChunk(ana, id, 0, Buffer.alloc(0)))).toEqual([400, 'BAD_REQUEST'])
})

test('a chunk of 8 MiB is taken and one byte more is not, whether it says its length or not', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)
  const largest = randomBytes(limits.chunkBytesMax)
  const tooLarge = Buffer.concat([largest, Buffer.from('!')])

  expect(await codeOf(await putChunk(ana, id, 0, tooLarge))).toEqual([413, 'CHUNK_TOO_LARGE'])
  const streamed = { body: new Blob([tooLarge]).stream(), duplex: 'half' }
  const unsaid = await ana.request(chunkPath(id, 0), {
    method: 'PUT',
    headers: { 'content-digest': contentDigestOf(tooLarge) },
    ...streamed,
  })
  expect(await codeOf(unsaid)).toEqual([413, 'CHUNK_TOO_LARGE'])
  expect((await putChunk(ana, id, 0, largest)).status).toBe(200)
})

test('without a token nothing is taken, and of others neither chunk, state, end nor start', async () => {
  const [ana, eve] = [await person(), await person('Eve')]
  const start = await startRecording(ana)
  const { id } = start
  await putChunk(ana, id, 0, first)
  const body = { method: 'PUT', body: second, headers: { 'content-digest': contentDigestOf(second) } }

  expect(await codeOf(await app.request(chunkPath(id, 1), body))).toEqual([401, 'UNAUTHORIZED'])
  expect(await codeOf(await putChunk(eve, id, 1, second))).toEqual([404, 'NOT_FOUND'])
  const refused = { code: 'NOT_FOUND' }
  await expect(eve.client.recordings.status({ id })).rejects.toMatchObject(refused)
  await expect(eve.client.recordings.complete(completionOf(id, first))).rejects.toMatchObject(refused)
  await expect(eve.client.recordings.discard({ id })).rejects.toMatchObject(refused)
  // Ids belong to an account: the same id under another account is another recording.
  expect(await eve.client.recordings.start(start)).toMatchObject({ nextIndex: 0, receivedBytes: 0 })
  expect(await ana.client.recordings.status({ id })).toMatchObject({
    nextIndex: 1,
    receivedBytes: first.length,
  })
})

test.each(['not-an-id/chunks/0', `${uuidv7()}/chunks/-1`, `${uuidv7()}/chunks/x`, `${uuidv7()}/chunks/0`])(
  'PUT /media/recordings/%s is not found',
  async (path) => {
    const ana = await person()

    const answer = await ana.request(`/media/recordings/${path}`, {
      method: 'PUT',
      body: first,
      headers: { 'content-digest': contentDigestOf(first) },
    })

    expect(await codeOf(answer)).toEqual([404, 'NOT_FOUND'])
  },
)

test('a full plan takes no further chunk, says how full it is, and keeps nothing of it', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)
  await limitStorage(database, ana, 30)
  await putChunk(ana, id, 0, first)

  const answer = await putChunk(ana, id, 1, second)

  expect(answer.status).toBe(507)
  expect(await answer.json()).toMatchObject({
    code: 'STORAGE_LIMIT_REACHED',
    data: { usedBytes: first.length, limitBytes: 30 },
  })
  expect(await ana.client.recordings.status({ id })).toMatchObject({ nextIndex: 1 })
  expect((await storedBytes(ana, id)).equals(first)).toBe(true)
  expect(await usedBytes(ana)).toBe(first.length)
})

test('two recordings racing for the last bytes never get more than there are', async () => {
  const ana = await person()
  const recordings = await Promise.all(Array.from({ length: 6 }, () => startRecording(ana)))
  await limitStorage(database, ana, 3 * 18)

  const answers = await Promise.all(recordings.map(({ id }) => putChunk(ana, id, 0, first)))

  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3)
  expect(answers.filter((answer) => answer.status === 507)).toHaveLength(3)
  expect(await usedBytes(ana)).toBe(3 * 18)
})

test('who has no room left is told before the recording begins', async () => {
  const ana = await person()
  await limitStorage(database, ana, first.length)
  const { id } = await startRecording(ana)
  await putChunk(ana, id, 0, first)

  await expect(ana.client.recordings.start(newRecording())).rejects.toMatchObject({
    code: 'STORAGE_LIMIT_REACHED',
    status: 507,
    data: { usedBytes: first.length, limitBytes: first.length },
  })
})

test('an ended recording takes nothing more, can be played at once, and may be ended twice', async () => {
  const ana = await person()
  const { id, story } = await startRecording(ana)
  const bytes = randomBytes(120_000)
  await putAll(ana, id, bytes)

  const ended = await ana.client.recordings.complete(completionOf(id, bytes))
  const again = await ana.client.recordings.complete(completionOf(id, bytes))

  expect(ended).toMatchObject({ state: 'verifying', nextIndex: 3, receivedBytes: 120_000 })
  expect(again).toEqual(ended)
  expect(await codeOf(await putChunk(ana, id, 3, first))).toEqual([409, 'RECORDING_ENDED'])
  expect((await putChunk(ana, id, 2, bytes.subarray(100_000))).status).toBe(200)
  const [recording] = (await ana.client.stories.get({ id: story.id })).recordings
  const { url } = await ana.client.media.address({ id: recording?.originalMediaId ?? '' })
  expect(Buffer.from(await (await app.request(url)).arrayBuffer()).equals(bytes)).toBe(true)
})

test('a recording whose tail is still on its way cannot be ended, and not with another hash once it was', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)
  const bytes = randomBytes(120_000)
  await putAll(ana, id, bytes.subarray(0, 100_000))

  await expect(ana.client.recordings.complete(completionOf(id, bytes))).rejects.toMatchObject({
    code: 'RECORDING_INCOMPLETE',
    status: 409,
  })
  await putChunk(ana, id, 2, bytes.subarray(100_000))
  await ana.client.recordings.complete(completionOf(id, bytes))
  const other = { ...completionOf(id, bytes), sha256: sha256Of(first) }
  await expect(ana.client.recordings.complete(other)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('bytes of a write that was never acknowledged are cut off at the end', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)
  await putChunk(ana, id, 0, first)
  const [file] = await asWorker(services.db, ana.id, (tx) =>
    tx.selectFrom('media').where('recording_id', '=', id).select('storage_key').execute(),
  )
  await services.storage.writeAt(file?.storage_key ?? '', first.length, Buffer.from('lost in a crash'))

  await ana.client.recordings.complete(completionOf(id, first))

  expect((await storedBytes(ana, id)).equals(first)).toBe(true)
})

test('discarding gives back the room and takes along a story made for nothing else', async () => {
  const ana = await person()
  const { id, story } = await startRecording(ana)
  await putChunk(ana, id, 0, first)

  await ana.client.recordings.discard({ id })

  expect(await usedBytes(ana)).toBe(0)
  await expect(ana.client.stories.get({ id: story.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(ana.client.recordings.status({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('discarding one part, or beside a note, leaves the story', async () => {
  const ana = await person()
  const kept = await startRecording(ana)
  const unwanted = await startRecording(ana, { storyId: kept.story.id, part: 1 })
  const noted = await startRecording(ana)
  const note = { id: uuidv7(), text: 'She laughed here', timestamp: '00:12' }
  await ana.client.stories.putNote({ storyId: noted.story.id, ...note })

  await ana.client.recordings.discard({ id: unwanted.id })
  await ana.client.recordings.discard({ id: noted.id })

  const parts = (await ana.client.stories.get({ id: kept.story.id })).recordings
  expect(parts.map((part) => part.id)).toEqual([kept.id])
  expect((await ana.client.stories.get({ id: noted.story.id })).notes).toHaveLength(1)
})

test('discarding, or a device that stays away, leaves a story that somebody else sees by now', async () => {
  const [ana, ben] = [await person(), await person()]
  const [discarded, silent] = [await startRecording(ana), await startRecording(ana)]
  for (const { story } of [discarded, silent]) {
    const resource = { resourceType: 'story', resourceId: story.id } as const
    await ana.client.sharing.share({ ...resource, email: ben.email, role: 'viewer' })
  }

  await ana.client.recordings.discard({ id: discarded.id })
  await silentFor(database, 25, silent.id)
  await sweep(services)

  await expect(ana.client.recordings.status({ id: silent.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await ben.client.sharing.withMe({ limit: 10 })).items).toHaveLength(2)
})

test('discarding, or a device that stays away, leaves a story into which somebody has written by hand, or that is in a book', async () => {
  const ana = await person()
  const [told, tagged, bound] = [
    await startRecording(ana),
    await startRecording(ana),
    await startRecording(ana),
  ]
  await ana.client.stories.update({ id: told.story.id, context: 'That was the year the river froze.' })
  await ana.client.stories.update({ id: tagged.story.id, tags: ['The farm'] })
  await ana.client.storybooks.create({ id: uuidv7(), title: 'Our winters', storyIds: [bound.story.id] })

  await ana.client.recordings.discard({ id: told.id })
  await ana.client.recordings.discard({ id: bound.id })
  await silentFor(database, 25, tagged.id)
  await sweep(services)

  await expect(ana.client.recordings.status({ id: tagged.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { context } = await ana.client.stories.get({ id: told.story.id })
  expect(context).toBe('That was the year the river froze.')
  expect((await ana.client.stories.get({ id: tagged.story.id })).tags).toEqual(['The farm'])
  expect((await ana.client.stories.get({ id: bound.story.id })).recordings).toEqual([])
})

test('recordings of one story that have the same number and began at the same moment always stand in one order', async () => {
  const ana = await person()
  const [storyId, startedAt] = [uuidv7(), new Date().toISOString()]
  const ids = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  for (const id of ids.toReversed()) await startRecording(ana, { id, storyId, startedAt })

  const { recordings } = await ana.client.stories.get({ id: storyId })
  expect(recordings.map(({ id }) => id)).toEqual(ids)
})

test('a device that stays away takes along no story that its owner had made before, or has written into since', async () => {
  const ana = await person()
  const [untouched, reworded] = [await startRecording(ana), await startRecording(ana)]
  await ana.client.stories.update({ id: reworded.story.id, description: 'As Father told it at the table.' })
  const made = { id: uuidv7(), title: 'The mill', description: 'It burnt down in 1931.' }
  await ana.client.stories.create({ ...made, method: 'recording' })
  const joined = await startRecording(ana, { storyId: made.id })
  for (const { id } of [untouched, reworded, joined]) await silentFor(database, 25, id)

  await sweep(services)

  const { items } = await ana.client.stories.list({ limit: 10 })
  expect(items.map((story) => story.description)).toEqual([
    'It burnt down in 1931.',
    'As Father told it at the table.',
  ])
})

test('discarding what only the server has ended takes it along, with its story', async () => {
  const ana = await person()
  const { id, story } = await endedByServer(ana)

  await ana.client.recordings.discard({ id })

  expect(await usedBytes(ana)).toBe(0)
  await expect(ana.client.stories.get({ id: story.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('discarding what only the server has ended leaves a story that somebody has answered', async () => {
  const ana = await person()
  const { id, story } = await endedByServer(ana)
  const comment = { id: uuidv7(), storyId: story.id, text: 'So that was the winter!', moment: null }
  await ana.client.comments.add(comment)

  await ana.client.recordings.discard({ id })

  expect((await ana.client.stories.get({ id: story.id })).recordings).toEqual([])
})

test('of a recording that was sent again under another id the first copy stays once it has ended', async () => {
  const ana = await person()
  const { id, story, part, startedAt } = await endedByServer(ana)
  const again = await startRecording(ana, { storyId: story.id, part, startedAt })
  await putAll(ana, again.id, first)
  await ana.client.recordings.complete(completionOf(again.id, first))

  await expect(ana.client.recordings.discard({ id })).rejects.toMatchObject({ code: 'RECORDING_ENDED' })
})

test('of a recording that the server has ended its story says so, until its device comes back and ends it', async () => {
  const ana = await person()
  const { id, story } = await endedByServer(ana)
  const endedBy = async () =>
    (await ana.client.stories.get({ id: story.id })).recordings.map((recording) => recording.endedBy)
  expect(await endedBy()).toEqual(['server'])

  await putChunk(ana, id, 1, second)
  expect(await endedBy()).toEqual([null])
  const [whole, chunkCount] = [Buffer.concat([first, second]), 2]
  await ana.client.recordings.complete({ ...completionOf(id, whole), chunkCount })
  expect(await endedBy()).toEqual(['device'])
})

test('a device that had sent all of a recording which the server has ended and verified ends it, and lets go once it is read again', async () => {
  const ana = await person()
  const { id, story } = await endedByServer(ana)
  await verifyRecording(services, ana.id, id, new AbortController().signal)

  expect(await ana.client.recordings.complete(completionOf(id, first))).toMatchObject({ state: 'verifying' })
  await verifyRecording(services, ana.id, id, new AbortController().signal)

  const [recording] = (await ana.client.stories.get({ id: story.id })).recordings
  expect(recording).toMatchObject({ endedBy: 'device', state: 'safe' })
  expect(await ana.client.recordings.complete(completionOf(id, first))).toMatchObject({ state: 'safe' })
  const other = { ...completionOf(id, first), sha256: sha256Of(second) }
  await expect(ana.client.recordings.complete(other)).rejects.toMatchObject({ code: 'CONFLICT' })
})

async function endedByServer(owner: Person) {
  const start = await startRecording(owner)
  await putChunk(owner, start.id, 0, first)
  await silentFor(database, 25, start.id)
  await sweep(services)
  expect(await owner.client.recordings.status({ id: start.id })).toMatchObject({ state: 'verifying' })
  return start
}

test('an ended recording is not discarded', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)
  await putAll(ana, id, first)
  await ana.client.recordings.complete(completionOf(id, first))

  await expect(ana.client.recordings.discard({ id })).rejects.toMatchObject({ code: 'RECORDING_ENDED' })
})
