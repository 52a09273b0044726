import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Fault, S3Call } from '../../testing/faulty-s3.ts'
import { startS3Store, viewOf } from '../../testing/s3-store.ts'
import type { Storage } from '../storage.ts'
import { Bucket, type S3Patience } from './bucket.ts'
import { readS3Address } from './s3-address.ts'

const store = await startS3Store()
afterAll(() => store.stop())

/** On a busy machine a healthy answer may take its time. */
const PATIENT: S3Patience = { connectMs: 5_000, answerMs: 20_000, callMs: 60_000, bytesPerSecond: 1_000_000 }
/** For answers that never come: waits no longer than a test should. */
const IMPATIENT: S3Patience = { connectMs: 3_000, answerMs: 1_500, callMs: 20_000, bytesPerSecond: 1_000_000 }

/** A store of its own, or another process's view of an existing one. */
const newStorage = (folder: string = randomUUID(), patience = PATIENT) =>
  viewOf(store, store.url(folder), { patience })
const readAll = async (storage: Storage, key: string) => buffer(await storage.read(key))

/** The given fault happens to the first `count` calls of a kind, and after that nothing goes wrong. */
const breakFirst = (
  count: number,
  method: string,
  fault: Fault,
  marks: (call: S3Call) => boolean = () => true,
) => {
  let left = count
  store.breakWith((call) => {
    if (left === 0 || call.method !== method || !marks(call)) return null
    left -= 1
    return fault
  })
  onTestFinished(() => store.breakWith(null))
}
const isPart = ({ query }: S3Call) => query.has('partNumber')

describe('what passes by itself is not noticed', () => {
  const passing: Fault[] = [
    'reset',
    'never',
    { lateMs: 300 },
    { status: 500, code: 'InternalError' },
    { status: 503, code: 'SlowDown' },
  ]

  it.each([...passing, 'wrong bytes there' as const])('while a chunk is written: %j', async (fault) => {
    const storage = await newStorage(randomUUID(), IMPATIENT)
    breakFirst(2, 'PUT', fault)

    await storage.writeAt('media/a', 0, Buffer.from('a chunk'))

    expect((await readAll(storage, 'media/a')).toString()).toBe('a chunk')
  })

  it.each<Fault>([
    'reset',
    'reset late',
    'stops',
    'wrong bytes back',
    { status: 500, code: 'InternalError' },
  ])('while something that grew is read: %j', async (fault) => {
    const storage = await newStorage(randomUUID(), IMPATIENT)
    const bytes = randomBytes(200_000)
    await storage.writeAt('media/a', 0, bytes)
    breakFirst(1, 'GET', fault, ({ path }) => path.includes('media/a'))

    expect((await readAll(storage, 'media/a')).equals(bytes)).toBe(true)
  })

  it.each<Fault>(['reset late', 'stops'])('in the middle of a long answer: %j', async (fault) => {
    const folder = randomUUID()
    const bytes = randomBytes(5_000_000)
    await (await newStorage(folder)).put('media/a', bytes)
    const storage = await newStorage(folder, IMPATIENT)
    breakFirst(2, 'GET', fault, ({ path }) => path.includes('media/a'))

    expect((await readAll(storage, 'media/a')).equals(bytes)).toBe(true)
  })
})

describe('over a slow line', () => {
  const line = { bytesPerSecond: 4_000_000 }

  it.each([
    ['at once', 7_000_000],
    ['in parts', 17_000_000],
  ])(
    'what takes longer to send than an answer may take is stored by its first try: %s',
    async (_how, size) => {
      const storage = await newStorage(randomUUID(), IMPATIENT)
      const bytes = randomBytes(size)
      const sent: string[] = []
      store.breakWith(({ method, path, query }) => {
        if (method !== 'PUT') return null
        sent.push(`${path} ${query.get('partNumber')}`)
        return line
      })
      onTestFinished(() => store.breakWith(null))

      await storage.put('media/a', bytes)

      expect(new Set(sent).size).toBe(sent.length)
      expect((await readAll(storage, 'media/a')).equals(bytes)).toBe(true)
    },
  )
})

it('asks on where a part of a listing names nothing and tells how to go on', async () => {
  const storage = await newStorage()
  await storage.writeAt('media/a', 0, Buffer.from('once '))
  breakFirst(
    Number.POSITIVE_INFINITY,
    'GET',
    'empty part first',
    ({ query }) => query.has('list-type') && !query.has('continuation-token'),
  )

  expect(await storage.stat('media/a')).toEqual({ size: 5 })
  await storage.writeAt('media/a', 5, Buffer.from('upon a time'))
  await storage.seal('media/a')
  expect((await readAll(storage, 'media/a')).toString()).toBe('once upon a time')
  await storage.delete('media/a')
  expect(await storage.stat('media/a')).toBeNull()
})

it('reads piece after piece over connections that it has, whole and by ranges', async () => {
  const storage = await newStorage()
  for (let piece = 0; piece < 20; piece += 1)
    await storage.writeAt('media/a', piece * 1_000, randomBytes(1_000))
  await storage.put('media/b', randomBytes(40_000))
  const before = store.connections()

  await readAll(storage, 'media/a')
  for (let start = 0; start < 40_000; start += 4_000) {
    await buffer(await storage.read('media/b', { start, end: start + 3_999 }))
  }

  // As many connections as pieces are fetched ahead, and one for the look: not one for each of thirty answers.
  expect(store.connections() - before).toBeLessThan(10)
})

describe('what does not pass', () => {
  it.each<[Fault, string]>([
    ['never', 'UNAVAILABLE'],
    ['reset', 'UNAVAILABLE'],
    ['wrong bytes there', 'WRONG_BYTES'],
    ['page', 'UNAVAILABLE'],
    [{ status: 500, code: 'InternalError' }, 'UNAVAILABLE'],
    [{ status: 403, code: 'AccessDenied' }, 'REFUSED'],
    [{ status: 404, code: 'NoSuchBucket' }, 'NO_BUCKET'],
    [{ status: 403, code: 'QuotaExceeded' }, 'FULL'],
  ])('is told in bounded time by a code: %j', async (fault, code) => {
    const folder = randomUUID()
    await (await newStorage(folder)).writeAt('media/a', 0, Buffer.from('acknowledged'))
    const storage = await newStorage(folder, IMPATIENT)
    breakFirst(Number.POSITIVE_INFINITY, 'PUT', fault)

    const begun = performance.now()
    await expect(storage.writeAt('media/a', 12, Buffer.from('x'))).rejects.toMatchObject({ code })
    expect(performance.now() - begun).toBeLessThan(2 * IMPATIENT.callMs)

    store.breakWith(null)
    expect((await readAll(await newStorage(folder), 'media/a')).toString()).toBe('acknowledged')
  })

  it.each<Fault>(['empty part', 'empty part first'])(
    'never takes a part of a listing without names for the end of it: %j',
    async (fault) => {
      const storage = await newStorage()
      await storage.writeAt('media/a', 0, Buffer.from('acknowledged'))
      breakFirst(Number.POSITIVE_INFINITY, 'GET', fault, ({ query }) => query.has('list-type'))

      await expect(storage.stat('media/a')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      await expect(storage.delete('media/a')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      await expect(storage.seal('media/a')).rejects.toMatchObject({ code: 'UNAVAILABLE' })

      store.breakWith(null)
      expect((await readAll(storage, 'media/a')).toString()).toBe('acknowledged')
    },
  )

  it('ends a read with an error, never with fewer or other bytes', async () => {
    const storage = await newStorage()
    await storage.writeAt('media/grown', 0, randomBytes(50_000))
    await storage.put('media/whole', randomBytes(50_000))
    const isGet = ({ path }: S3Call) => path.includes('/media/')

    breakFirst(Number.POSITIVE_INFINITY, 'GET', 'wrong bytes back', isGet)
    await expect(readAll(storage, 'media/grown')).rejects.toMatchObject({ code: 'WRONG_BYTES' })
    breakFirst(Number.POSITIVE_INFINITY, 'GET', 'reset late', isGet)
    await expect(readAll(storage, 'media/whole')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('never tells the keys or what was signed', async () => {
    const read = readS3Address(store.url())
    if (!('address' in read)) throw new Error('no address')
    const keys = { accessKeyId: 'NOBODYS-KEY', secretAccessKey: 'not the right secret at all' }
    const bucket = new Bucket(read.address, keys)

    const refused = await bucket.put('media/a', Buffer.from('x')).catch((error: unknown) => error)

    expect(refused).toMatchObject({ code: 'REFUSED' })
    expect(inspect(refused, { depth: 20 })).not.toMatch(/not the right|NOBODYS|AWS4-HMAC/)
  })
})

describe('an upload in parts', () => {
  const bytes = randomBytes(17_000_000)

  it('goes on where a part failed in passing', async () => {
    const storage = await newStorage()
    breakFirst(2, 'PUT', 'reset', isPart)

    await storage.put('media/a', bytes)

    expect((await readAll(storage, 'media/a')).equals(bytes)).toBe(true)
  })

  it.each<Fault>(['unheard', 'reset late'])(
    'is whole where the store has joined its parts, and its answer was lost: %j',
    async (fault) => {
      const storage = await newStorage()
      await storage.put('media/a', Buffer.from('the old one'))
      breakFirst(1, 'POST', fault, ({ query }) => query.has('uploadId'))

      expect(await storage.put('media/a', bytes)).toBe(bytes.length)

      expect((await readAll(storage, 'media/a')).equals(bytes)).toBe(true)
    },
  )

  it('is not taken for whole by a page of something in between', async () => {
    const storage = await newStorage()
    await storage.put('media/a', Buffer.from('the old one'))
    breakFirst(Number.POSITIVE_INFINITY, 'POST', 'page', ({ query }) => query.has('uploadId'))

    await expect(storage.put('media/a', bytes)).rejects.toMatchObject({ code: 'UNAVAILABLE' })

    expect((await readAll(storage, 'media/a')).toString()).toBe('the old one')
  })

  it('is given up when a part fails for good, and leaves the old object and nothing else', async () => {
    const storage = await newStorage()
    await storage.put('media/a', Buffer.from('the old one'))
    breakFirst(Number.POSITIVE_INFINITY, 'PUT', { status: 403, code: 'AccessDenied' }, isPart)

    await expect(storage.put('media/a', bytes)).rejects.toMatchObject({ code: 'REFUSED' })

    expect((await readAll(storage, 'media/a')).toString()).toBe('the old one')
    expect(await store.partsLeft()).toEqual([])
  })

  it('is given up when what is to be stored breaks off', async () => {
    const storage = await newStorage()
    const broken = (async function* () {
      yield bytes
      throw new Error('the line went dead')
    })()

    await expect(storage.put('media/a', broken)).rejects.toThrow('the line went dead')

    expect(await storage.stat('media/a')).toBeNull()
    expect(await store.partsLeft()).toEqual([])
  })
})

describe('several processes', () => {
  it('see at once what another has written, and go on where it stopped', async () => {
    const folder = randomUUID()
    const [one, other] = [await newStorage(folder), await newStorage(folder)]

    await one.writeAt('media/a', 0, Buffer.from('once '))
    await other.writeAt('media/a', 5, Buffer.from('upon '))
    await one.writeAt('media/a', 10, Buffer.from('a time'))

    expect((await readAll(other, 'media/a')).toString()).toBe('once upon a time')
  })

  it('finish an object again that another left half finished', async () => {
    const folder = randomUUID()
    const [killed, other] = [await newStorage(folder), await newStorage(folder)]
    for (let at = 0; at < 10; at += 1) await killed.writeAt('media/a', at, Buffer.from(String(at)))

    // As if the process had been killed after it stored the whole object and before it removed the last of its pieces.
    breakFirst(Number.POSITIVE_INFINITY, 'DELETE', { status: 403, code: 'AccessDenied' })
    await expect(killed.seal('media/a')).rejects.toMatchObject({ code: 'REFUSED' })
    store.breakWith(null)
    expect((await readAll(other, 'media/a')).toString()).toBe('0123456789')
    await other.writeAt('media/a', 3, Buffer.from('X'))
    await other.seal('media/a')

    expect((await readAll(killed, 'media/a')).toString()).toBe('012X456789')
  })

  it('read on while another finishes what they read', async () => {
    const storage = await newStorage()
    // More bytes than a stream reads ahead.
    const pieces = Array.from({ length: 30 }, () => randomBytes(90_000))
    let at = 0
    for (const piece of pieces) at += await storage.writeAt('media/a', at, piece)

    const read: Buffer[] = []
    for await (const bytes of await storage.read('media/a')) {
      if (read.length === 0) await storage.seal('media/a')
      read.push(bytes)
    }

    expect(Buffer.concat(read).equals(Buffer.concat(pieces))).toBe(true)
  })

  it('are told of an object that another finishes between the two answers that tell of it', async () => {
    const folder = randomUUID()
    const [one, other] = [await newStorage(folder), await newStorage(folder)]
    await one.writeAt('media/a', 0, Buffer.from('once upon'))
    const lists = { asked: 0 }
    store.breakWith(({ query }) => {
      if (!query.has('list-type')) return null
      lists.asked += 1
      return lists.asked === 1 ? { lateMs: 1_500 } : null
    })
    onTestFinished(() => store.breakWith(null))

    const found = other.stat('media/a')
    await expect.poll(() => lists.asked).toBe(1)
    await one.seal('media/a')

    expect(await found).toEqual({ size: 9 })
  })

  it('count a write that comes while another finishes', async () => {
    const folder = randomUUID()
    const [one, other] = [await newStorage(folder), await newStorage(folder)]
    await one.writeAt('media/a', 0, Buffer.from('once upon'))
    let written: Promise<unknown> | null = null
    store.breakWith(({ method, path }) => {
      if (method === 'PUT' && !path.includes('.growing'))
        written ??= other.writeAt('media/a', 9, Buffer.from(' a time'))
      return written ? { lateMs: 200 } : null
    })
    onTestFinished(() => store.breakWith(null))

    await one.seal('media/a')
    await written
    store.breakWith(null)

    expect((await readAll(one, 'media/a')).toString()).toBe('once upon a time')
  })
})
