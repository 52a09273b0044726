import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { createPool } from './db/pool.ts'
import { readDue } from './features/fixity/fixity.ts'
import { emptyBin } from './features/media/media.ts'
import { createJobHandlers } from './job-handlers.ts'
import { startWorker } from './jobs/worker.ts'
import { createLog } from './log.ts'
import { sha256Of } from './sha256.ts'
import { type Storage, StorageError } from './storage/storage.ts'
import type { Person } from './testing/family.ts'
import { createTestKinora } from './testing/kinora.ts'
import { heardRecording } from './testing/transcripts.ts'

/* Jobs whose process dies on every try, e.g. for lack of memory, so that the job never gets to report its failure. */

// The models are unreachable; the routes only require that some are configured.
const { services, auth, database, person } = await createTestKinora({
  AI_URL: 'http://127.0.0.1:9',
  AI_MODEL: 'writer-1',
  AI_IMAGE_URL: 'http://127.0.0.1:9',
  AI_IMAGE_MODEL: 'painter-1',
})

/** Puts the job into the state in which a process left it that died on the last try that the queue allows. */
const dieOf = (task: string, who: Person) =>
  database.asOwner(
    `update graphile_worker._private_jobs j set attempts = max_attempts,
       locked_by = 'a process that was killed', locked_at = now() - interval '1 hour'
     from graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 and j.payload ->> 'userId' = $2`,
    [task, who.id],
  )

/** Whether the queue has given the job up for good. */
async function isSettled(task: string, who: Person): Promise<boolean> {
  const { rows } = await database.asOwner(
    `select j.flags ? 'settled' as "isSettled" from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = $1 and j.payload ->> 'userId' = $2`,
    [task, who.id],
  )
  return rows[0].isSettled
}

async function startAgain(given = services) {
  const pool = createPool(database.connection, { max: 8, onError: () => undefined })
  onTestFinished(() => pool.end())
  const worker = await startWorker(pool, createJobHandlers(given, auth), given.log)
  onTestFinished(worker.stop)
}

/** Reads the state that the database gives a person's work, and sets it to the state in which a dead process leaves it. */
function stateOf(table: string, who: Person) {
  return {
    read: async () =>
      (await database.asOwner(`select state from ${table} where user_id = $1`, [who.id])).rows.map(
        ({ state }) => state,
      ),
    leave: (state: string) =>
      database.asOwner(`update ${table} set state = $2 where user_id = $1`, [who.id, state]),
  }
}

async function bookOf(ana: Person) {
  const recordingId = await heardRecording(services, ana, ['We had a farm near Odesa and eleven goats.'])
  const { storyId } = await ana.client.transcripts.get({ id: recordingId })
  const book = await ana.client.storybooks.create({ id: uuidv7(), title: 'The farm', storyIds: [storyId] })
  return { storyId, storybookId: book.id }
}

test('a file of a book that is never made is said to have failed, and can be asked for anew', async () => {
  const ana = await person('Ana')
  const { storybookId } = await bookOf(ana)
  const ask = () =>
    ana.client.storybookExports.start({ id: uuidv7(), storybookId, format: 'pdf', voiceLinks: false })
  await ask()
  const file = stateOf('storybook_exports', ana)
  await file.leave('processing')
  await dieOf('export_storybook', ana)

  await startAgain()

  await expect.poll(file.read).toEqual(['failed'])
  await ask()
  await expect.poll(file.read, { timeout: 60_000 }).toEqual(['completed'])
})

test('so is a chapter that a model was to write', async () => {
  const ana = await person('Ana')
  const { storyId, storybookId } = await bookOf(ana)
  await ana.client.bookChapters.write({ storybookId, storyIds: [storyId] })
  await dieOf('write_chapter', ana)

  await startAgain()

  const chapter = async () => (await ana.client.bookChapters.list({ storybookId })).chapters[0]
  await expect.poll(chapter).toMatchObject({ state: 'failed', failure: 'BUSY' })
})

test('so is a picture that a model was to draw', async () => {
  const ana = await person('Ana')
  const { storybookId } = await bookOf(ana)
  const { items } = await ana.client.storybooks.pages({ id: storybookId, limit: 100 })
  const opening = items.find(({ content }) => content.kind === 'chapter')
  await ana.client.bookPictures.draw({ storybookId, id: opening?.id ?? '', drawingId: uuidv7() })
  await dieOf('draw_picture', ana)

  await startAgain()

  const drawings = async () => (await ana.client.bookPictures.get({ storybookId })).drawings
  await expect.poll(drawings).toMatchObject([{ state: 'failed', failure: 'BUSY' }])
})

test('so is an archive of all that a family has', async () => {
  const ana = await person('Ana')
  await ana.client.archive.startExport({ id: uuidv7() })
  const archive = stateOf('archive_exports', ana)
  await archive.leave('processing')
  await dieOf('make_archive', ana)

  await startAgain()

  await expect.poll(archive.read).toEqual(['failed'])
})

/** An archive that was uploaded whole, and whose process died while importing it. */
async function bringArchive(ana: Person) {
  const id = uuidv7()
  const key = `media/${ana.id}/import-${id}`
  await ana.client.archive.startImport({ id, fileName: 'ours.zip', sizeBytes: 3 })
  await services.storage.put(key, Buffer.from('zip'))
  await database.asOwner('update archive_imports set received_bytes = size_bytes where user_id = $1', [
    ana.id,
  ])
  await ana.client.archive.finishImport({ id })
  const brought = stateOf('archive_imports', ana)
  await brought.leave('restoring')
  await dieOf('restore_archive', ana)
  return { key, brought }
}

test('so is an archive that was brought in, which is not kept', async () => {
  const { key, brought } = await bringArchive(await person('Ana'))

  await startAgain()

  await expect.poll(brought.read).toEqual(['failed'])
  await expect.poll(() => services.storage.stat(key)).toBeNull()
})

test('it is no failure to say so that the store does not let go of it, and it goes with the next that goes', async () => {
  const ana = await person('Ana')
  const { key, brought } = await bringArchive(ana)
  const refused: string[] = []
  const storage: Storage = Object.assign(Object.create(services.storage), {
    delete: async (unwanted: string) => {
      refused.push(unwanted)
      throw new StorageError('UNAVAILABLE', 'the store refuses')
    },
  })
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => lines.push(line) })

  await startAgain({ ...services, storage, log })

  await expect.poll(brought.read).toEqual(['failed'])
  await expect.poll(() => isSettled('restore_archive', ana)).toBe(true)
  expect(refused).toEqual([key])
  expect(lines.join()).not.toContain('nobody was told')
  await emptyBin(services)
  expect(await services.storage.stat(key)).toBeNull()
})

test('so is the looking through a transcript, and the reading of a story', async () => {
  const ana = await person('Ana')
  const { storyId } = await bookOf(ana)
  const recordings = await database.asOwner('select id from transcripts where user_id = $1', [ana.id])
  await ana.client.suggestions.look({ id: recordings.rows[0].id })
  await ana.client.storyProposals.read({ storyId })
  const [looking, reading] = [stateOf('transcript_checks', ana), stateOf('story_readings', ana)]
  expect([await looking.read(), await reading.read()]).toEqual([['waiting'], ['waiting']])
  await dieOf('find_suggestions', ana)
  await dieOf('read_story', ana)

  await startAgain()

  await expect.poll(looking.read).toEqual(['failed'])
  await expect.poll(reading.read).toEqual(['failed'])
})

/** Uploads a whole film and does nothing else. */
async function sendFilm(ana: Person) {
  const tus = { 'Tus-Resumable': '1.0.0' }
  const bytes = await readFile(join(import.meta.dirname, 'testing/films/three-seconds.webm'))
  const begun = await ana.request('/media/uploads', {
    method: 'POST',
    headers: { ...tus, 'Upload-Length': String(bytes.length), 'Upload-Metadata': 'filename YS53ZWJt' },
  })
  const id = begun.headers.get('location')?.split('/').at(-1) ?? ''
  const sent = await ana.request(`/media/uploads/${id}`, {
    method: 'PATCH',
    headers: { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    body: bytes,
  })
  expect(sent.status).toBe(204)
  return { id, bytes }
}

test('a file that could never be looked into is said to be unreadable, and kept', async () => {
  const ana = await person('Ana')
  await sendFilm(ana)
  const { rows } = await database.asOwner(
    `update media set sha256 = repeat('0', 64) where user_id = $1 and examined_at is null returning id`,
    [ana.id],
  )
  expect(rows).toHaveLength(1)
  await dieOf('process_upload', ana)

  await startAgain()

  const found = async () =>
    (await database.asOwner('select state, finding, examined_at from media where id = $1', [rows[0].id])).rows
  await expect
    .poll(found)
    .toEqual([{ state: 'stored', finding: 'unreadable', examined_at: expect.any(Date) }])
})

/** Runs the fixity check on a file once it is old enough: for the first two hours, the file is left to the job that receives it. */
async function checkFile(id: string) {
  await database.asOwner(`update media set created_at = now() - interval '2 hours' where id = $1`, [id])
  const { signal } = new AbortController()
  await readDue(services, { days: 60, forMs: 60_000, awayAfter: 20, signal, log: services.log })
}

test('a file that could never be read back is said to be so, and is looked into once it can be', async () => {
  const ana = await person('Ana')
  const { id, bytes } = await sendFilm(ana)
  await dieOf('process_upload', ana)
  const found = async () => (await ana.client.media.upload({ id })).media

  await startAgain()

  await expect.poll(found).toMatchObject({ examined: true, finding: 'unreadable', sha256: null })

  await checkFile(id)

  await expect.poll(found).toMatchObject({
    examined: true,
    finding: null,
    sha256: sha256Of(bytes),
    playbackMediaId: expect.any(String),
  })
})

test('so is one that could be read again before anybody had said that its work was given up', async () => {
  const ana = await person('Ana')
  const { id, bytes } = await sendFilm(ana)
  const found = async () => (await ana.client.media.upload({ id })).media
  await dieOf('process_upload', ana)

  await checkFile(id)
  await startAgain()

  await expect
    .poll(found, { timeout: 30_000 })
    .toMatchObject({ examined: true, finding: null, playbackMediaId: expect.any(String) })
  expect((await found())?.sha256).toBe(sha256Of(bytes))
})
