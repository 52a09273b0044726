import { readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { asWorker } from '../../db/actor.ts'
import { FfmpegTool } from '../../media/ffmpeg.ts'
import { MediaError, type MediaTool } from '../../media/media-tool.ts'
import { MediabunnyTool } from '../../media/mediabunny/mediabunny.ts'
import type { Services } from '../../services.ts'
import { sha256Of } from '../../sha256.ts'
import { StorageError } from '../../storage/storage.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import {
  asSuperuser,
  completionOf,
  putAll,
  putChunk,
  recordWhole,
  silentFor,
  startRecording,
} from '../../testing/recorder.ts'
import { hasFfmpeg, newPath, probeWithFfprobe, testMedia, torn } from '../../testing/test-media.ts'
import { finalise, sweep } from './finalise.ts'

const { app, services, database, person } = await createTestKinora()
const ffmpeg = new FfmpegTool()

/** Runs the job once, as the queue does. */
const run = (
  owner: Person,
  recordingId: string,
  given: {
    tool?: MediaTool
    parts?: Pick<Services, 'db' | 'storage'>
    attempt?: number
    isLastAttempt?: boolean
    signal?: AbortSignal
  } = {},
) =>
  finalise(given.parts ?? services, given.tool ?? ffmpeg, owner.id, recordingId, {
    log: services.log,
    attempt: given.attempt ?? 1,
    isLastAttempt: given.isLastAttempt ?? false,
    signal: given.signal ?? new AbortController().signal,
  })

const film = async (seconds = 3) => Buffer.from(await readFile(await testMedia.webmVp8(seconds)))

const partOf = async (owner: Person, storyId: string, index = 0) => {
  const part = (await owner.client.stories.get({ id: storyId })).recordings[index]
  if (!part) throw new Error('no such part')
  return part
}

async function download(
  owner: Person,
  mediaId: string | null,
): Promise<{ bytes: Buffer; type: string | null }> {
  const { url } = await owner.client.media.address({ id: mediaId ?? '' })
  const response = await app.request(url)
  return { bytes: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') }
}

/** Changes one byte in the store, as a failing disk does. */
async function flipByte(owner: Person, mediaId: string, at: number): Promise<void> {
  const key = `media/${owner.id}/${mediaId}`
  const stored = await buffer(await services.storage.read(key, { start: at, end: at }))
  await services.storage.writeAt(key, at, Buffer.from([stored.readUInt8(0) ^ 1]))
}

describe.skipIf(!hasFfmpeg)('an ended recording', { timeout: 120_000 }, () => {
  test('is verified, gets a copy that seeks, its length, a poster and a waveform; the original stays as it came', async () => {
    const ana = await person()
    const bytes = await film()
    const { id, story } = await recordWhole(ana, bytes)
    const { rows } = await asSuperuser(
      database,
      `select task_identifier as task from graphile_worker.jobs where key like '%' || $1`,
      [`finalise ${id}`],
    )
    expect(rows).toEqual([{ task: 'finalise_recording' }])

    await run(ana, id)

    expect(await ana.client.recordings.status({ id })).toMatchObject({
      state: 'ready',
      sha256: sha256Of(bytes),
    })
    const part = await partOf(ana, story.id)
    expect(part.durationMs).toBeGreaterThan(2_900)
    expect(part.durationMs).toBeLessThan(3_100)
    expect((await download(ana, part.originalMediaId)).bytes.equals(bytes)).toBe(true)
    const playback = await download(ana, part.playbackMediaId)
    expect(playback.type).toBe('video/webm')
    expect(playback.bytes.indexOf('1c53bb6b', 0, 'hex')).toBeLessThan(
      playback.bytes.indexOf('1f43b675', 0, 'hex'),
    )
    expect((await download(ana, part.posterMediaId)).bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    const peaks = JSON.parse((await download(ana, part.peaksMediaId)).bytes.toString())
    expect(peaks).toMatchObject({ version: 2, bits: 8, channels: 1 })
    const shown = await ana.client.stories.get({ id: story.id })
    expect(shown).toMatchObject({ duration: 3, recordingState: 'ready' })
    expect((await app.request(shown.thumbnail ?? '')).headers.get('content-type')).toBe('image/jpeg')
  })

  test('comes to the same without ffmpeg', async () => {
    const ana = await person()
    const { id, story } = await recordWhole(ana, await film())

    await run(ana, id, { tool: new MediabunnyTool() })

    const part = await partOf(ana, story.id)
    expect(part).toMatchObject({ state: 'ready' })
    expect(part.durationMs).toBeGreaterThan(2_900)
    expect((await download(ana, part.posterMediaId)).type).toBe('image/jpeg')
    expect((await download(ana, part.peaksMediaId)).type).toBe('application/json')
    expect((await download(ana, part.playbackMediaId)).type).toBe('video/webm')
  })

  test('has the same end whichever step it was killed in', async () => {
    const ana = await person()
    const bytes = await film(1)
    const whole = await outcomeOf(ana, bytes, Number.POSITIVE_INFINITY)
    expect(whole.steps).toBeGreaterThan(12)

    const steps = Array.from({ length: whole.steps }, (_, index) => index + 1)
    for (let from = 0; from < steps.length; from += 4) {
      await Promise.all(
        steps.slice(from, from + 4).map(async (step) => {
          const again = await outcomeOf(ana, bytes, step)
          expect([step, again.seen]).toEqual([step, whole.seen])
        }),
      )
    }
  })

  /** Runs the job, fails it at the given step, and runs it again. @returns what is there afterwards */
  async function outcomeOf(owner: Person, bytes: Buffer<ArrayBuffer>, dieAt: number) {
    const { id, story } = await recordWhole(owner, bytes)
    let steps = 0
    const dying = <T extends object>(part: T): T =>
      new Proxy(part, {
        get: (target, name) => {
          const value = Reflect.get(target, name, target)
          if (typeof value !== 'function') return value
          return (...args: unknown[]) => {
            steps += 1
            if (steps === dieAt) throw new Error('killed')
            return value.apply(target, args)
          }
        },
      })
    const parts = { db: dying(services.db), storage: dying(services.storage) }
    await run(owner, id, { tool: dying(ffmpeg), parts }).catch((error: Error) =>
      expect(error.message).toBe('killed'),
    )
    const taken = steps
    await run(owner, id)

    const { state, sha256, durationMs } = await partOf(owner, story.id)
    const rows = await asWorker(services.db, owner.id, (tx) =>
      tx
        .selectFrom('media')
        .where('recording_id', '=', id)
        .orderBy('role')
        .select(['role', 'state', 'kind', 'size_bytes', 'storage_key'])
        .execute(),
    )
    const objects = await Promise.all(rows.map((row) => services.storage.stat(row.storage_key)))
    const media = rows.map(({ storage_key: _, ...row }, index) => ({ ...row, stored: objects[index]?.size }))
    return { steps: taken, seen: { state, sha256, durationMs, media } }
  }

  test('with one flipped byte is damaged, says where, is mended by the same chunk and then safe', async () => {
    const ana = await person()
    const bytes = await film()
    const { id, story } = await recordWhole(ana, bytes)
    const { originalMediaId } = await partOf(ana, story.id)
    await flipByte(ana, originalMediaId, 70_001)

    await run(ana, id)
    expect(await ana.client.recordings.status({ id })).toMatchObject({
      state: 'damaged',
      damaged: [1],
      sha256: null,
    })
    await expect(ana.client.recordings.complete(completionOf(id, bytes))).rejects.toMatchObject({
      code: 'RECORDING_INCOMPLETE',
    })

    expect((await putChunk(ana, id, 1, bytes.subarray(50_000, 100_000))).status).toBe(200)
    expect(await ana.client.recordings.complete(completionOf(id, bytes))).toMatchObject({
      state: 'verifying',
    })
    await run(ana, id)
    expect(await ana.client.recordings.status({ id })).toMatchObject({
      state: 'ready',
      damaged: [],
      sha256: sha256Of(bytes),
    })
  })

  test('of which the disk cannot read a place any more is damaged there alone, and mended by the same chunk', async () => {
    const ana = await person()
    const bytes = await film()
    const { id } = await recordWhole(ana, bytes)
    const { storage } = services
    const read = storage.read.bind(storage)
    const broken = vi.spyOn(storage, 'read').mockImplementation(async (key, range) => {
      const from = range?.start ?? 0
      const whole = await buffer(await read(key, range))
      return Readable.from(breaksAt(70_001 - from, whole))
    })

    await run(ana, id)
    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'damaged', damaged: [1] })
    broken.mockRestore()
    expect((await putChunk(ana, id, 1, bytes.subarray(50_000, 100_000))).status).toBe(200)
    await ana.client.recordings.complete(completionOf(id, bytes))
    await run(ana, id)
    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'ready', damaged: [] })
  })

  test('whose bytes were lost altogether is mended from the first chunk on', async () => {
    const ana = await person()
    const bytes = await film()
    const { id, story } = await recordWhole(ana, bytes)
    const { originalMediaId } = await partOf(ana, story.id)
    await services.storage.delete(`media/${ana.id}/${originalMediaId}`)

    await run(ana, id)
    const { damaged, state } = await ana.client.recordings.status({ id })
    expect([state, damaged.length]).toEqual(['damaged', Math.ceil(bytes.length / 50_000)])

    const late = await putChunk(ana, id, 1, bytes.subarray(50_000, 100_000))
    expect(await late.json()).toMatchObject({ code: 'CHUNK_OUT_OF_ORDER', data: { nextIndex: 0 } })
    await putAll(ana, id, bytes)
    await ana.client.recordings.complete(completionOf(id, bytes))
    await run(ana, id)
    expect(await ana.client.recordings.status({ id })).toMatchObject({
      state: 'ready',
      sha256: sha256Of(bytes),
    })
  })

  test('that does not hash to what its device says is never safe', async () => {
    const ana = await person()
    const bytes = await film()
    const { id } = await startRecording(ana)
    await putAll(ana, id, bytes)
    await ana.client.recordings.complete({
      ...completionOf(id, bytes),
      sha256: sha256Of(Buffer.from('another')),
    })

    await run(ana, id)
    expect(await ana.client.recordings.status({ id })).toMatchObject({
      state: 'damaged',
      sha256: sha256Of(bytes),
    })

    await ana.client.recordings.complete(completionOf(id, bytes))
    await run(ana, id)
    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'ready' })
  })

  test('that is no film stays safe and says that it has no copy', async () => {
    const ana = await person()
    const bytes = Buffer.alloc(120_000, 'not a film at all ')
    const { id, story } = await recordWhole(ana, bytes)

    await run(ana, id)

    expect(await ana.client.recordings.status({ id })).toMatchObject({
      state: 'failed',
      sha256: sha256Of(bytes),
    })
    const part = await partOf(ana, story.id)
    expect(part).toMatchObject({ durationMs: 4_000, playbackMediaId: null })
    expect((await download(ana, part.originalMediaId)).bytes.equals(bytes)).toBe(true)
  })

  test('is tried again when the tool dies, and not for ever', async () => {
    const ana = await person()
    const { id } = await recordWhole(ana, await film(1))
    const dying = new Proxy(ffmpeg, {
      get: (target, name) =>
        name === 'seekableCopy'
          ? () => Promise.reject(new MediaError('TOOL_FAILED', 'out of memory'))
          : Reflect.get(target, name, target).bind(target),
    })

    await expect(run(ana, id, { tool: dying })).rejects.toMatchObject({ code: 'TOOL_FAILED' })
    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'safe' })
    await run(ana, id, { tool: dying, attempt: 3 })
    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'failed' })
  })

  test('is tried again for as long as the disk is full', async () => {
    const ana = await person()
    const { id } = await recordWhole(ana, await film(1))
    const full = new Proxy(ffmpeg, {
      get: (target, name) =>
        name === 'seekableCopy'
          ? () => Promise.reject(new MediaError('DISK_FULL', 'no space left on device'))
          : Reflect.get(target, name, target).bind(target),
    })

    for (const isLastAttempt of [false, true]) {
      const tried = run(ana, id, { tool: full, attempt: 3, isLastAttempt })
      await expect(tried).rejects.toMatchObject({ code: 'DISK_FULL' })
    }
    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'safe' })
    await run(ana, id)
    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'ready' })
  })

  test('that has its copy is not called one without, where the tool dies at its waveform', async () => {
    const ana = await person()
    const { id, story } = await recordWhole(ana, await film(1))
    const dying = new Proxy(ffmpeg, {
      get: (target, name) =>
        name === 'peaks'
          ? () => Promise.reject(new MediaError('TOOL_FAILED', 'out of memory'))
          : Reflect.get(target, name, target).bind(target),
    })

    await run(ana, id, { tool: dying, attempt: 3 })

    expect(await partOf(ana, story.id)).toMatchObject({
      state: 'ready',
      playbackMediaId: expect.any(String),
      peaksMediaId: null,
    })
  })

  test('leaves nothing behind when its process is asked to stop', async () => {
    const ana = await person()
    const { id } = await recordWhole(ana, await film(1))
    const stopping = new AbortController()
    stopping.abort()

    await expect(run(ana, id, { signal: stopping.signal })).rejects.toThrow()

    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'verifying' })
    await run(ana, id)
    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'ready' })
  })

  test('is not called one without a copy because its last attempt was ended by a stop of the server', async () => {
    const ana = await person()
    const { id } = await recordWhole(ana, await film(1))
    const stopping = new AbortController()
    class Stopped extends FfmpegTool {
      override async seekableCopy(...given: Parameters<FfmpegTool['seekableCopy']>): Promise<void> {
        stopping.abort()
        await super.seekableCopy(...given)
      }
    }

    const stopped = run(ana, id, { tool: new Stopped(), isLastAttempt: true, signal: stopping.signal })
    await expect(stopped).rejects.toMatchObject({ code: 'ABORTED' })

    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'safe' })
    await run(ana, id)
    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'ready' })
  })

  test('is not called one without a copy because the store was away at its last attempt', async () => {
    const ana = await person()
    const { id } = await recordWhole(ana, await film(1))
    const { storage } = services
    const away = vi
      .spyOn(storage, 'putFile')
      .mockRejectedValue(new StorageError('UNAVAILABLE', 'the disk is not there'))

    await expect(run(ana, id, { isLastAttempt: true })).rejects.toMatchObject({ code: 'UNAVAILABLE' })

    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'safe' })
    away.mockRestore()
    await run(ana, id)
    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'ready' })
  })

  test('is one of several parts whose lengths add up and of which the first gives the picture', async () => {
    const ana = await person()
    const one = await recordWhole(ana, await film(2))
    const two = await recordWhole(ana, await film(3), { storyId: one.story.id, part: 1 })

    await run(ana, one.id)
    await run(ana, two.id)

    const shown = await ana.client.stories.get({ id: one.story.id })
    expect(shown.recordings.map(({ id, part, state }) => ({ id, part, state }))).toEqual([
      { id: one.id, part: 0, state: 'ready' },
      { id: two.id, part: 1, state: 'ready' },
    ])
    expect(shown.duration).toBe(5)
    const { posterMediaId } = await partOf(ana, one.story.id)
    expect(shown.thumbnail).toContain(posterMediaId ?? 'no poster')
  })

  test('of sound alone has a waveform and a copy, and no picture', async () => {
    const ana = await person()
    const bytes = Buffer.from(await readFile(await testMedia.webmSoundOnly(2)))
    const { id, story } = await recordWhole(ana, bytes, { kind: 'audio', mimeType: 'audio/webm;codecs=opus' })

    await run(ana, id)

    const part = await partOf(ana, story.id)
    expect(part).toMatchObject({ state: 'ready', kind: 'audio', posterMediaId: null })
    expect((await download(ana, part.playbackMediaId)).type).toBe('audio/webm')
    expect((await download(ana, part.peaksMediaId)).type).toBe('application/json')
  })
})

describe.skipIf(!hasFfmpeg)('a recording whose device went silent', { timeout: 120_000 }, () => {
  async function leftBehind(owner: Person, seconds = 4) {
    const bytes = Buffer.from(await readFile(await torn(await testMedia.webmVp8(seconds))))
    const { id, story } = await startRecording(owner)
    await putAll(owner, id, bytes)
    return { id, story, bytes }
  }

  test('is finished from what came, after a day and not before', async () => {
    const ana = await person()
    const { id, story, bytes } = await leftBehind(ana)

    await silentFor(database, 23, id)
    await sweep(services)
    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'receiving' })
    await silentFor(database, 25, id)
    await sweep(services)
    await run(ana, id)

    expect(await ana.client.recordings.status({ id })).toMatchObject({
      state: 'ready',
      sha256: sha256Of(bytes),
    })
    const part = await partOf(ana, story.id)
    expect(part.durationMs).toBeGreaterThan(2_000)
    const path = newPath('webm')
    await writeFile(path, (await download(ana, part.playbackMediaId)).bytes)
    expect((await probeWithFfprobe(path)).codecs).toEqual(['opus', 'vp8'])
  })

  test('goes on where it was when the device comes back after all', async () => {
    const ana = await person()
    const { id, story, bytes } = await leftBehind(ana)
    await silentFor(database, 25, id)
    await sweep(services)
    await run(ana, id)
    const before = await partOf(ana, story.id)

    const more = Buffer.from(await readFile(await testMedia.webmVp8(1)))
    const { nextIndex } = await ana.client.recordings.status({ id })
    expect((await putChunk(ana, id, nextIndex, more)).status).toBe(200)
    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'receiving', sha256: null })
    const whole = Buffer.concat([bytes, more])
    await ana.client.recordings.complete({ ...completionOf(id, whole), chunkCount: nextIndex + 1 })
    await run(ana, id)

    expect(await ana.client.recordings.status({ id })).toMatchObject({
      state: 'ready',
      sha256: sha256Of(whole),
    })
    const after = await partOf(ana, story.id)
    expect(after.playbackMediaId).not.toBe(before.playbackMediaId)
    expect((await download(ana, after.originalMediaId)).bytes.equals(whole)).toBe(true)
  })

  test('has no copy of what the device went on with while the copy was made', async () => {
    const ana = await person()
    const { id, story } = await leftBehind(ana)
    await silentFor(database, 25, id)
    await sweep(services)
    const { nextIndex } = await ana.client.recordings.status({ id })
    const more = Buffer.from(await readFile(await testMedia.webmVp8(1)))
    class Overtaken extends FfmpegTool {
      override async seekableCopy(...given: Parameters<FfmpegTool['seekableCopy']>): Promise<void> {
        await super.seekableCopy(...given)
        expect((await putChunk(ana, id, nextIndex, more)).status).toBe(200)
      }
    }

    await run(ana, id, { tool: new Overtaken() })

    const { originalMediaId } = await partOf(ana, story.id)
    const copies = await database.asOwner('select role from media where source_media_id = $1', [
      originalMediaId,
    ])
    expect(copies.rows).toEqual([])
    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'receiving' })
  })

  test('may be discarded while the copy is made, and nothing of it stays', async () => {
    const ana = await person()
    const { id } = await leftBehind(ana)
    await silentFor(database, 25, id)
    await sweep(services)
    class Overtaken extends FfmpegTool {
      override async seekableCopy(...given: Parameters<FfmpegTool['seekableCopy']>): Promise<void> {
        await super.seekableCopy(...given)
        await ana.client.recordings.discard({ id })
      }
    }

    await run(ana, id, { tool: new Overtaken() })

    const left = await database.asOwner('select role from media where user_id = $1', [ana.id])
    expect(left.rows).toEqual([])
  })

  test('is put away where nothing ever came', async () => {
    const ana = await person()
    const { id, story } = await startRecording(ana)
    await silentFor(database, 25, id)

    await sweep(services)

    await expect(ana.client.recordings.status({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(ana.client.stories.get({ id: story.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

/** The stream from a disk that cannot read one place: all bytes before it, and then the error. */
async function* breaksAt(place: number, bytes: Buffer): AsyncGenerator<Buffer> {
  if (place < 0) return yield bytes
  yield bytes.subarray(0, place)
  throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
}
