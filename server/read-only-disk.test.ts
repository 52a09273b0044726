import { chmodSync, globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { tusPath } from '#contract/media.ts'
import { archiveImportPath, gedcomPath, portraitPath } from '#contract/paths.ts'
import { chunkReceipt } from '#contract/recordings.ts'
import { sha256Of } from './sha256.ts'
import { createTestDatabase } from './testing/database.ts'
import { type Person, personAt } from './testing/family.ts'
import { createExt4Disk } from './testing/own-disk.ts'
import { completionOf, putAll, putChunk, recordWhole, startRecording } from './testing/recorder.ts'
import { createServerProcess } from './testing/server-process.ts'
import { hasFfmpeg, testMedia } from './testing/test-media.ts'

/*
 * Everything that Kinora stores, on a disk of its own with the file system of most servers. Only root can mount one; without root
 * these tests are skipped, and reported as skipped.
 */
const SIZE = 20_000
const film = await readFile(join(import.meta.dirname, 'testing/films/three-seconds.webm'))
/** Without sound, one derived file less is made that could fail. */
const mute = hasFfmpeg ? await readFile(await testMedia.webmWithoutSound(2)) : film
const [disk, breakingDisk, diskWithDatabase] = [createExt4Disk(64), createExt4Disk(64), createExt4Disk(400)]

const health = z.object({ status: z.string(), database: z.string(), storage: z.string() })
const healthAt = async (url: string) => health.parse(await (await fetch(`${url}/health`)).json())
const codeOf = async (answer: Response) => z.object({ code: z.string() }).parse(await answer.json()).code
const codeOfRefusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => z.object({ code: z.string() }).parse(error).code,
  )

const chunk = (person: Person, id: string, index: number) =>
  putChunk(person, id, index, film.subarray(index * SIZE, (index + 1) * SIZE))
const statusOf = (person: Person, id: string) =>
  expect.poll(() => person.client.recordings.status({ id }).catch(() => null))

/** What playing a finished recording yields: a range from its middle, and all of it. */
async function played(person: Person, storyId: string) {
  const [part] = (await person.client.stories.get({ id: storyId })).recordings
  const { url } = await person.client.media.address({ id: part?.playbackMediaId ?? '' })
  const original = await person.client.media.address({ id: part?.originalMediaId ?? '' })
  const piece = await person.request(url, { headers: { range: 'bytes=1000-1999' } })
  const whole = await person.request(original.url)
  return [
    piece.status,
    (await piece.arrayBuffer()).byteLength,
    sha256Of(Buffer.from(await whole.arrayBuffer())),
  ]
}
const asItWas = [206, 1_000, sha256Of(film)]

/** Begins to upload a file by tus in two requests; the returned function sends the rest. */
async function beginFile(person: Person) {
  const headers = { 'Tus-Resumable': '1.0.0' }
  const begun = await person.request(tusPath, {
    method: 'POST',
    headers: {
      ...headers,
      'Upload-Length': String(film.length),
      'Upload-Metadata': `filename ${btoa('vera.webm')}`,
    },
  })
  const path = new URL(begun.headers.get('location') ?? '', 'http://localhost').pathname
  const send = (offset: number, end: number) =>
    person.request(path, {
      method: 'PATCH',
      headers: {
        ...headers,
        'Upload-Offset': String(offset),
        'Content-Type': 'application/offset+octet-stream',
      },
      body: film.subarray(offset, end),
    })
  return { id: path.split('/').at(-1) ?? '', send }
}

const mailsTo = (email: string, dataDir: string) =>
  globSync(join(dataDir, 'outbox', '*.eml')).filter((file) =>
    readFileSync(file, 'utf8').includes(`To: ${email}`),
  )

test.skipIf(disk === null)(
  'a disk that turns read-only under a running server refuses in words what is sent, plays on, and once it can be written to everything goes on by itself',
  { timeout: 240_000 },
  async () => {
    if (!disk) return
    const database = await createTestDatabase()
    const dataDir = join(disk.folder, 'data')
    const server = await createServerProcess(database.connection, {
      DATA_DIR: dataDir,
      PLAN_DEFAULT: 'generation',
    })
    // Stops the server before its disk is unmounted.
    onTestFinished(server.kill)
    await server.start()
    const ana = await personAt(server.url)
    const kept = await recordWhole(ana, film)
    await statusOf(ana, kept.id).toMatchObject({ state: 'ready' })
    const [under, told] = [await startRecording(ana), await startRecording(ana)]
    expect((await chunk(ana, under.id, 0)).status).toBe(200)
    await putAll(ana, told.id, mute, SIZE)
    const file = await beginFile(ana)
    expect((await file.send(0, SIZE)).status).toBe(204)
    const archive = await ana.client.archive.startImport({
      id: uuidv7(),
      fileName: 'a.zip',
      sizeBytes: film.length,
    })

    // A disk cannot be made read-only while a file on it is open for writing, as is the case here for a few seconds.
    await expect.poll(() => attempt(disk.makeReadOnly), { interval: 250 }).toBe('done')

    expect(await codeOf(await chunk(ana, under.id, 1))).toBe('STORAGE_UNAVAILABLE')
    const fresh = await startRecording(ana)
    expect(await codeOf(await chunk(ana, fresh.id, 0))).toBe('STORAGE_UNAVAILABLE')
    // A person who has not stored anything yet has no folder either.
    const ben = await personAt(server.url)
    expect(await codeOf(await chunk(ben, (await startRecording(ben)).id, 0))).toBe('STORAGE_UNAVAILABLE')
    expect(await codeOf(await file.send(SIZE, film.length))).toBe('STORAGE_UNAVAILABLE')
    const piece = await ana.request(archiveImportPath(archive.id), {
      method: 'PUT',
      headers: { 'content-range': `bytes 0-${SIZE - 1}/${film.length}` },
      body: film.subarray(0, SIZE),
    })
    expect(await codeOf(piece)).toBe('STORAGE_UNAVAILABLE')
    const picture = await sharp({ create: { width: 40, height: 60, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const portrait = () => ana.request(portraitPath(ana.id), { method: 'PUT', body: new Uint8Array(picture) })
    expect(await codeOf(await portrait())).toBe('STORAGE_UNAVAILABLE')
    const tree = await ana.request(gedcomPath, { method: 'POST', body: '0 HEAD\n0 @I1@ INDI\n0 TRLR' })
    expect(await codeOf(tree)).toBe('STORAGE_UNAVAILABLE')
    // While the disk cannot be asked, a device gets no status of its recording rather than a wrong one.
    expect(await codeOfRefusal(ana.client.recordings.status({ id: under.id }))).toBe('STORAGE_UNAVAILABLE')
    expect(await played(ana, kept.story.id)).toEqual(asItWas)

    // Work that is only queued waits for the disk: the end of a recording, a mail, an archive.
    await ana.client.recordings.complete(completionOf(told.id, mute, SIZE))
    await ana.client.sharing.invite({
      resourceType: 'story',
      resourceId: kept.story.id,
      role: 'viewer',
      email: 'vera@example.com',
    })
    await ana.client.archive.startExport({ id: uuidv7() })
    const failedOnce = `select from graphile_worker.jobs where attempts > 0 and last_error is not null
      and task_identifier in ('finalise_recording', 'send_mail')`
    await expect.poll(async () => (await database.asOwner(failedOnce)).rowCount).toBeGreaterThanOrEqual(2)
    expect(await played(ana, kept.story.id)).toEqual(asItWas)

    disk.makeWritable()
    for (const [id, from] of [
      [under.id, 1],
      [fresh.id, 0],
    ] as const) {
      for (let index = from; index * SIZE < film.length; index += 1)
        chunkReceipt.parse(await (await chunk(ana, id, index)).json())
      await ana.client.recordings.complete(completionOf(id, film, SIZE))
    }
    expect((await file.send(SIZE, film.length)).status).toBe(204)
    expect((await portrait()).status).toBe(200)

    for (const [{ id, story }, bytes] of [
      [under, film],
      [fresh, film],
      [told, mute],
    ] as const) {
      await statusOf(ana, id).toMatchObject({ state: 'ready', sha256: sha256Of(bytes) })
      expect(await played(ana, story.id)).toEqual([206, 1_000, sha256Of(bytes)])
    }
    await expect
      .poll(() => ana.client.media.upload({ id: file.id }))
      .toMatchObject({ state: 'stored', media: { sha256: sha256Of(film) } })
    await expect.poll(() => mailsTo('vera@example.com', dataDir)).toHaveLength(1)
    await expect.poll(() => ana.client.archive.exports()).toMatchObject([{ state: 'completed' }])
  },
)

test.skipIf(breakingDisk === null)(
  'a disk that breaks under a running server can be taken off, repaired and put back while its devices go on trying',
  { timeout: 240_000 },
  async () => {
    if (!breakingDisk) return
    const database = await createTestDatabase()
    const server = await createServerProcess(database.connection, {
      DATA_DIR: join(breakingDisk.folder, 'data'),
    })
    onTestFinished(server.kill)
    await server.start()
    const ana = await personAt(server.url)
    const { id, story } = await startRecording(ana)
    expect((await chunk(ana, id, 0)).status).toBe(200)

    breakingDisk.breakDown()
    const repairedWhileSending = async () => {
      expect(await codeOf(await chunk(ana, id, 1))).toBe('STORAGE_UNAVAILABLE')
      return attempt(breakingDisk.repair)
    }
    await expect.poll(repairedWhileSending, { interval: 500 }).toBe('done')

    expect(await ana.client.recordings.status({ id })).toMatchObject({ nextIndex: 1, receivedBytes: SIZE })
    await putAll(ana, id, film, SIZE)
    await ana.client.recordings.complete(completionOf(id, film, SIZE))
    await statusOf(ana, id).toMatchObject({ state: 'ready', sha256: sha256Of(film) })
    expect(await played(ana, story.id)).toEqual(asItWas)
  },
)

test.skipIf(diskWithDatabase === null)(
  'a disk that breaks under server and database is told, and once it is repaired everything acknowledged is there',
  { timeout: 240_000 },
  async () => {
    if (!diskWithDatabase) return
    const { folder, breakDown, repair } = diskWithDatabase
    chmodSync(folder, 0o711)
    const server = await createServerProcess(undefined, { DATA_DIR: join(folder, 'data') })
    onTestFinished(server.kill)
    await server.start()
    const ana = await personAt(server.url)
    const kept = await recordWhole(ana, film)
    await statusOf(ana, kept.id).toMatchObject({ state: 'ready' })
    const { id, story } = await startRecording(ana)
    expect((await chunk(ana, id, 0)).status).toBe(200)

    breakDown()
    expect(await codeOf(await chunk(ana, id, 1))).toBe('STORAGE_UNAVAILABLE')
    const write = () => ana.client.stories.create({ id: uuidv7(), title: 'The flood', method: 'journal' })
    await expect.poll(() => codeOfRefusal(write())).toBe('STORAGE_UNAVAILABLE')
    expect(await codeOf(await chunk(ana, id, 1))).toBe('STORAGE_UNAVAILABLE')
    await expect.poll(() => healthAt(server.url)).toMatchObject({ status: 'failing', database: 'failing' })

    await server.kill()
    await expect.poll(() => attempt(repair)).toBe('done')
    await server.start()
    await statusOf(ana, id).toMatchObject({ state: 'receiving', nextIndex: 1 })
    expect(await played(ana, kept.story.id)).toEqual(asItWas)
    await putAll(ana, id, film, SIZE)
    await ana.client.recordings.complete(completionOf(id, film, SIZE))
    await statusOf(ana, id).toMatchObject({ state: 'ready', sha256: sha256Of(film) })
    expect(await played(ana, story.id)).toEqual(asItWas)
  },
)

function attempt(work: () => unknown): 'done' | string {
  try {
    work()
    return 'done'
  } catch (error) {
    return String(error)
  }
}
