import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { asRecorder, asUser, asWorker } from '../../db/actor.ts'
import { sha256Of } from '../../sha256.ts'
import { type Storage, StorageError } from '../../storage/storage.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { completionOf, putAll, putChunk, silentFor, startRecording } from '../../testing/recorder.ts'
import { receiveChunk } from './chunks.ts'
import { sweep } from './finalise.ts'
import { getStoredStatus } from './recordings.ts'
import { verifyRecording } from './verify.ts'

/*
 * Whatever a device is told to be stored is on the medium, whichever way a power cut made a row and its bytes differ.
 */

const { services, database, person } = await createTestKinora()
const { db, storage } = services
const SIZE = 50
const words = Buffer.from('What was said in the kitchen, in the winter of 1956. '.repeat(3)).subarray(
  0,
  3 * SIZE,
)
const chunkOf = (index: number) => words.subarray(index * SIZE, (index + 1) * SIZE)

const keyOf = async (owner: Person, recordingId: string) => {
  const { storage_key: key } = await asWorker(db, owner.id, (tx) =>
    tx
      .selectFrom('media')
      .where('recording_id', '=', recordingId)
      .select('storage_key')
      .executeTakeFirstOrThrow(),
  )
  return key
}
const storedOf = async (owner: Person, recordingId: string) =>
  buffer(await storage.read(await keyOf(owner, recordingId)))

const receive = ({ id: userId, claims }: Person, recordingId: string, index: number, store: Storage) => {
  const bytes = chunkOf(index)
  const recorder = {
    userId,
    run: <T>(work: Parameters<typeof asUser<T>>[2]) => asUser(db, claims, work),
    runNextChunk: <T>(work: Parameters<typeof asRecorder<T>>[2]) => asRecorder(db, claims, work),
  }
  const chunk = { index, pieces: Promise.resolve([bytes]), size: bytes.length, sha256: sha256Of(bytes) }
  return receiveChunk({ storage: store }, recorder, recordingId, chunk)
}

/** The store, with some of its methods replaced. */
const storageWith = (changed: Partial<Storage>): Storage =>
  new Proxy(storage, {
    get: (target, name) => Reflect.get(changed, name) ?? Reflect.get(target, name, target).bind(target),
  })

/** A store in which one method waits until the test lets it go on. */
function holding(what: 'writeAt' | 'flush') {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isAsked = false
  const held = async (...given: unknown[]) => {
    isAsked = true
    await promise
    return Reflect.apply(storage[what], storage, given)
  }
  return { store: storageWith({ [what]: held }), isAsked: () => isAsked, release: resolve }
}

test('a receipt waits for the bytes, also where its row is there before', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)
  const { store, release } = holding('writeAt')
  let isAnswered = false

  const receiving = receive(ana, id, 0, store).finally(() => {
    isAnswered = true
  })
  const nextIndex = () =>
    asWorker(db, ana.id, (tx) =>
      tx.selectFrom('recordings').where('id', '=', id).select('next_index').execute(),
    )
  await expect.poll(nextIndex).toEqual([{ next_index: 1 }])

  expect(isAnswered).toBe(false)
  release()
  expect(await receiving).toMatchObject({ index: 0, receivedBytes: SIZE, nextIndex: 1 })
  expect((await storedOf(ana, id)).equals(chunkOf(0))).toBe(true)
})

test('where its row stands waits for the medium, too', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)
  await putChunk(ana, id, 0, chunkOf(0))
  const { store, isAsked, release } = holding('flush')
  let isAnswered = false

  const asking = asUser(db, ana.claims, (tx) => getStoredStatus(tx, store, ana.id, id)).finally(() => {
    isAnswered = true
  })
  await expect.poll(isAsked).toBe(true)

  expect(isAnswered).toBe(false)
  release()
  expect(await asking).toMatchObject({ nextIndex: 1, receivedBytes: SIZE })
})

test('where it stands is told without writing anew what this process has acknowledged; another one writes it once', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)
  const writes: string[] = []
  const counting = (process: string): Storage =>
    storageWith({
      writeAt: (...given) => {
        writes.push(process)
        return storage.writeAt(...given)
      },
    })
  const [here, elsewhere] = [counting('here'), counting('elsewhere')]
  await receive(ana, id, 0, here)
  const ask = (store: Storage) => asUser(db, ana.claims, (tx) => getStoredStatus(tx, store, ana.id, id))

  for (const store of [here, here, elsewhere, elsewhere]) {
    expect(await ask(store)).toMatchObject({ nextIndex: 1, receivedBytes: SIZE })
  }
  expect(writes).toEqual(['here', 'elsewhere'])

  // The chunk's bytes are lost, and the device sends it again, but to the other process.
  await storage.truncate(await keyOf(ana, id), 0)
  expect(await ask(here)).toMatchObject({ nextIndex: 0 })
  await receive(ana, id, 0, elsewhere)
  await ask(here)
  expect(writes).toEqual(['here', 'elsewhere', 'elsewhere', 'here'])
})

test('a chunk whose bytes could not be written is not acknowledged, and is written when it comes again', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)
  await receive(ana, id, 0, storage)
  const failing = storageWith({
    writeAt: async () => {
      throw new StorageError('UNAVAILABLE', 'the disk is away')
    },
  })

  await expect(receive(ana, id, 1, failing)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect((await storedOf(ana, id)).length).toBe(SIZE)
  expect(await receive(ana, id, 1, storage)).toMatchObject({
    index: 1,
    receivedBytes: 2 * SIZE,
    nextIndex: 2,
  })

  expect((await storedOf(ana, id)).equals(words.subarray(0, 2 * SIZE))).toBe(true)
})

test.each([
  ['the last bytes', 2 * SIZE + 7, 2],
  ['a chunk and more', SIZE + 1, 1],
  ['everything', 0, 0],
])(
  'a device whose recording lost %s is asked for them again, and it becomes whole',
  async (_, left, nextIndex) => {
    const ana = await person()
    const { id, ...start } = await startRecording(ana)
    await putAll(ana, id, words, SIZE)
    await storage.truncate(await keyOf(ana, id), left)

    const expected = { nextIndex, receivedBytes: nextIndex * SIZE, state: 'receiving' }
    expect(await ana.client.recordings.start({ id, ...start })).toMatchObject(expected)
    expect(await ana.client.recordings.status({ id })).toMatchObject(expected)
    for (let index = nextIndex; index < 3; index += 1) {
      expect((await putChunk(ana, id, index, chunkOf(index))).status).toBe(200)
    }

    expect((await storedOf(ana, id)).equals(words)).toBe(true)
    const whole = completionOf(id, words, SIZE)
    expect(await ana.client.recordings.complete(whole)).toMatchObject({ nextIndex: 3, state: 'verifying' })
  },
)

test.each([
  ['its last bytes, which it had no receipt for, ends without that chunk', 2 * SIZE + 7, 'safe', 2],
  ['more than that is not made shorter, but found to be damaged', SIZE + 1, 'damaged', 3],
])('a recording whose device is gone and that lost %s', async (_, left, state, chunks) => {
  const ana = await person()
  const { id } = await startRecording(ana)
  await putAll(ana, id, words, SIZE)
  await storage.truncate(await keyOf(ana, id), left)
  await silentFor(database, 25, id)

  await sweep(services)
  await verifyRecording(services, ana.id, id, new AbortController().signal)

  const status = await ana.client.recordings.status({ id })
  expect(status).toMatchObject({ state, nextIndex: chunks, receivedBytes: chunks * SIZE })
})
