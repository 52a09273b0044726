import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { asWorker } from '../../db/actor.ts'
import type { Person } from '../../testing/family.ts'
import { breakFlushes, countFlushes, watchWrites } from '../../testing/flushes.ts'
import { isStoreGiven } from '../../testing/given-s3-store.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { completionOf, putChunk, silentFor, startRecording } from '../../testing/recorder.ts'
import { sweep } from './finalise.ts'

/*
 * A disk that takes bytes into memory and fails to bring them to the medium, as a broken disk does, or one that promised more
 * room than it has. Linux reports this to the process that had the file open at that time; a process that opens the file
 * afterwards is told nothing.
 */

const { services, database, person } = await createTestKinora()
const SIZE = 50
const words = Buffer.from('What was said in the kitchen, in the winter of 1956. '.repeat(2)).subarray(
  0,
  2 * SIZE,
)
const chunkOf = (index: number) => words.subarray(index * SIZE, (index + 1) * SIZE)

afterEach(() => void vi.restoreAllMocks())

async function recordingWithFailedChunk() {
  const ana = await person()
  const { id, ...start } = await startRecording(ana)
  expect((await putChunk(ana, id, 0, chunkOf(0))).status).toBe(200)
  breakFlushes()
  expect((await putChunk(ana, id, 1, chunkOf(1))).status).toBe(503)
  return { ana, id, start: { id, ...start } }
}

const keyOf = async (owner: Person, recordingId: string) => {
  const { storage_key: key } = await asWorker(services.db, owner.id, (tx) =>
    tx
      .selectFrom('media')
      .where('recording_id', '=', recordingId)
      .select('storage_key')
      .executeTakeFirstOrThrow(),
  )
  return key
}

describe.skipIf(isStoreGiven)('a chunk whose flush failed', () => {
  test('is not called received before it was written and flushed once more', async () => {
    const { ana, id, start } = await recordingWithFailedChunk()
    const away = { code: 'STORAGE_UNAVAILABLE' }

    await expect(ana.client.recordings.start(start)).rejects.toMatchObject(away)
    await expect(ana.client.recordings.status({ id })).rejects.toMatchObject(away)
    vi.restoreAllMocks()
    const flushes = countFlushes()
    const writes = watchWrites()
    expect(await ana.client.recordings.start(start)).toMatchObject({ nextIndex: 2, receivedBytes: 2 * SIZE })

    expect(writes()).toEqual([[[chunkOf(1)], SIZE]])
    expect(flushes()).toBe(1)
    const whole = completionOf(id, words, SIZE)
    expect(await ana.client.recordings.complete(whole)).toMatchObject({ state: 'verifying' })
  })

  test('is asked for again where memory has let go of it', async () => {
    const { ana, id, start } = await recordingWithFailedChunk()
    vi.restoreAllMocks()
    await services.storage.writeAt(await keyOf(ana, id), SIZE, Buffer.alloc(SIZE))

    expect(await ana.client.recordings.start(start)).toMatchObject({ nextIndex: 1, receivedBytes: SIZE })

    expect((await putChunk(ana, id, 1, chunkOf(1))).status).toBe(200)
    const stored = await buffer(await services.storage.read(await keyOf(ana, id)))
    expect(stored.equals(words)).toBe(true)
  })

  test('ends no recording whose device is gone before it was flushed after all', async () => {
    const { ana, id } = await recordingWithFailedChunk()
    await silentFor(database, 25, id)

    await sweep(services)
    vi.restoreAllMocks()
    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'receiving' })
    await sweep(services)

    expect(await ana.client.recordings.status({ id })).toMatchObject({ state: 'verifying', nextIndex: 2 })
  })
})
