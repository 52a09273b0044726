import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { ByteRange, Storage } from '../storage/storage.ts'

/** The requirements on every implementation of the storage port; each test creates its own store. */
export function describeStorage(name: string, makeStorage: () => Promise<Storage>) {
  const newKey = () => `media/${randomUUID()}/${randomUUID()}`
  const readAll = async (storage: Storage, key: string, range?: ByteRange) =>
    buffer(await storage.read(key, range))

  describe(`storage on ${name}`, () => {
    it('gives back the bytes that were put, whole and by range', async () => {
      const storage = await makeStorage()
      const key = newKey()
      const bytes = randomBytes(700_000)

      expect(await storage.put(key, bytes)).toBe(700_000)

      expect((await readAll(storage, key)).equals(bytes)).toBe(true)
      expect((await readAll(storage, key, { start: 5, end: 5 })).equals(bytes.subarray(5, 6))).toBe(true)
      const tail = await readAll(storage, key, { start: 300_000, end: 699_999 })
      expect(tail.equals(bytes.subarray(300_000))).toBe(true)
    })

    it('puts a stream of many pieces', async () => {
      const storage = await makeStorage()
      const key = newKey()
      const pieces = [randomBytes(10), randomBytes(200_000), Buffer.alloc(0), randomBytes(3)]

      const written = await storage.put(
        key,
        (async function* () {
          yield* pieces
        })(),
      )

      expect(written).toBe(200_013)
      expect((await readAll(storage, key)).equals(Buffer.concat(pieces))).toBe(true)
    })

    it('writes pieces at hand in their order, however many', async () => {
      const storage = await makeStorage()
      const key = newKey()
      const pieces = Array.from({ length: 2_000 }, (_, index) => randomBytes(index % 7))

      expect(await storage.writeAt(key, 0, pieces)).toBe(Buffer.concat(pieces).length)

      expect((await readAll(storage, key)).equals(Buffer.concat(pieces))).toBe(true)
    })

    it('keeps the old object whole when a put over it fails midway', async () => {
      const storage = await makeStorage()
      const key = newKey()
      await storage.put(key, Buffer.from('the first'))

      const broken = (async function* () {
        yield Buffer.from('half')
        throw new Error('the line went dead')
      })()

      await expect(storage.put(key, broken)).rejects.toThrow('the line went dead')
      expect((await readAll(storage, key)).toString()).toBe('the first')
    })

    it('takes over a finished local file', async () => {
      const storage = await makeStorage()
      const key = newKey()
      const path = join(await mkdtemp(join(tmpdir(), 'kinora-storage-')), 'made-elsewhere')
      await writeFile(path, 'a poster')

      await storage.putFile(key, path)

      expect((await readAll(storage, key)).toString()).toBe('a poster')
      await expect(storage.putFile(key, path)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    it('grows an object by writes at offsets and may rewrite what is there', async () => {
      const storage = await makeStorage()
      const key = newKey()

      expect(await storage.writeAt(key, 0, Buffer.from('once upon'))).toBe(9)
      expect(await storage.writeAt(key, 9, Buffer.from(' a time'))).toBe(7)
      await storage.writeAt(key, 0, Buffer.from('ONCE'))

      expect((await readAll(storage, key)).toString()).toBe('ONCE upon a time')
    })

    it('flushes what has grown, and has nothing to flush where nothing is', async () => {
      const storage = await makeStorage()
      const [key, absent] = [newKey(), newKey()]
      await storage.writeAt(key, 0, [Buffer.from('once upon'), Buffer.from(' a time')])

      await storage.flush(key)
      await storage.flush(absent)

      expect((await readAll(storage, key)).toString()).toBe('once upon a time')
      expect(await storage.stat(absent)).toBeNull()
    })

    it('keeps what came before a source failed midway through a growing write', async () => {
      const storage = await makeStorage()
      const key = newKey()
      const broken = (async function* () {
        yield Buffer.from('half')
        throw new Error('the line went dead')
      })()

      await expect(storage.writeAt(key, 0, broken)).rejects.toThrow('the line went dead')

      expect(await storage.stat(key)).toEqual({ size: 4 })
    })

    it('refuses a write that would leave a hole', async () => {
      const storage = await makeStorage()
      const key = newKey()
      await storage.writeAt(key, 0, Buffer.from('1234'))

      await expect(storage.writeAt(key, 5, Buffer.from('6'))).rejects.toMatchObject({ code: 'OUT_OF_RANGE' })
      expect(await storage.stat(key)).toEqual({ size: 4 })
    })

    it('cuts an object back, in the middle of a write and between two, before and after it is finished', async () => {
      const storage = await makeStorage()
      const key = newKey()
      for (const [at, text] of [
        [0, 'acknow'],
        [6, 'ledged and '],
        [17, 'not'],
      ] as const) {
        await storage.writeAt(key, at, Buffer.from(text))
      }

      await storage.truncate(key, 12)
      expect((await readAll(storage, key)).toString()).toBe('acknowledged')
      await storage.writeAt(key, 12, Buffer.from(' again'))
      expect((await readAll(storage, key)).toString()).toBe('acknowledged again')
      await storage.seal(key)
      await storage.truncate(key, 3)
      expect((await readAll(storage, key)).toString()).toBe('ack')
      await storage.truncate(key, 0)
      expect(await storage.stat(key)).toEqual({ size: 0 })
      await expect(storage.truncate(newKey(), 0)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    it('finishes an object that grew, does it again without harm, and leaves alone what is not there', async () => {
      const storage = await makeStorage()
      const [key, absent] = [newKey(), newKey()]
      await storage.writeAt(key, 0, Buffer.from('1234'))
      await storage.writeAt(key, 2, Buffer.from('cdef'))

      await storage.seal(key)
      await storage.seal(key)
      await storage.seal(absent)

      expect((await readAll(storage, key)).toString()).toBe('12cdef')
      expect(await storage.stat(absent)).toBeNull()
    })

    it('mends and grows what was finished, and finishes it again', async () => {
      const storage = await makeStorage()
      const key = newKey()
      await storage.writeAt(key, 0, Buffer.from('once upXn'))
      await storage.seal(key)

      await storage.writeAt(key, 7, Buffer.from('o'))
      await storage.writeAt(key, 9, Buffer.from(' a time'))

      expect((await readAll(storage, key)).toString()).toBe('once upon a time')
      expect((await readAll(storage, key, { start: 5, end: 10 })).toString()).toBe('upon a')
      await storage.seal(key)
      expect((await readAll(storage, key)).toString()).toBe('once upon a time')
    })

    it('grows by many writes, read whole and by any range before and after it is finished', async () => {
      const storage = await makeStorage()
      const key = newKey()
      const pieces = Array.from({ length: 50 }, (_, index) => randomBytes(1_000 + index))
      const whole = Buffer.concat(pieces)
      let offset = 0
      for (const piece of pieces) offset += await storage.writeAt(key, offset, piece)
      const ranges = [0, 1, 1_000, 30_000, whole.length - 1].map((start) => ({
        start,
        end: Math.min(start + 5_000, whole.length - 1),
      }))

      const reads = async () => {
        expect(await storage.stat(key)).toEqual({ size: whole.length })
        expect((await readAll(storage, key)).equals(whole)).toBe(true)
        for (const { start, end } of ranges) {
          expect((await readAll(storage, key, { start, end })).equals(whole.subarray(start, end + 1))).toBe(
            true,
          )
        }
      }
      await reads()
      await storage.seal(key)
      await reads()
    })

    it('puts, grows and reads objects larger than one piece or part', async () => {
      const storage = await makeStorage()
      const [put, grown] = [newKey(), newKey()]
      const bytes = randomBytes(17_500_000)

      await storage.put(put, bytes)
      await storage.writeAt(grown, 0, bytes)

      for (const key of [put, grown]) {
        expect((await readAll(storage, key)).equals(bytes)).toBe(true)
        const range = { start: 8_388_000, end: 16_777_300 }
        expect((await readAll(storage, key, range)).equals(bytes.subarray(range.start, range.end + 1))).toBe(
          true,
        )
      }
      await storage.seal(grown)
      expect((await readAll(storage, grown)).equals(bytes)).toBe(true)
    })

    it('puts a new object in the place of one that grew', async () => {
      const storage = await makeStorage()
      const key = newKey()
      await storage.writeAt(key, 0, Buffer.from('something long that grew'))

      await storage.put(key, Buffer.from('short'))

      expect((await readAll(storage, key)).toString()).toBe('short')
    })

    it('says what is not there, and deletes twice without complaint', async () => {
      const storage = await makeStorage()
      const key = newKey()
      expect(await storage.stat(key)).toBeNull()
      await expect(storage.read(key)).rejects.toMatchObject({ code: 'NOT_FOUND' })

      await storage.put(key, Buffer.from('x'))
      await storage.delete(key)
      await storage.delete(key)

      expect(await storage.stat(key)).toBeNull()
    })

    it('writes again under a key that was deleted', async () => {
      const storage = await makeStorage()
      const key = newKey()
      await storage.writeAt(key, 0, Buffer.from('gone'))
      await storage.delete(key)

      await storage.writeAt(key, 0, Buffer.from('new'))

      expect((await readAll(storage, key)).toString()).toBe('new')
    })

    it('refuses a range outside the object', async () => {
      const storage = await makeStorage()
      const key = newKey()
      await storage.put(key, Buffer.from('1234'))

      for (const range of [
        { start: 0, end: 4 },
        { start: 3, end: 2 },
        { start: -1, end: 2 },
      ]) {
        await expect(storage.read(key, range)).rejects.toMatchObject({ code: 'OUT_OF_RANGE' })
      }
    })

    it.each([
      '../escape',
      'media/../../escape',
      '/etc/passwd',
      'media//x',
      'media/.hidden',
      'media\\x',
      'media/x\u0000',
      '',
      'media/',
      `media/${'x'.repeat(600)}`,
    ])('refuses the key %j in every verb', async (key) => {
      const storage = await makeStorage()
      const refused = { code: 'INVALID_KEY' }

      await expect(storage.put(key, Buffer.from('x'))).rejects.toMatchObject(refused)
      await expect(storage.putFile(key, '/nowhere')).rejects.toMatchObject(refused)
      await expect(storage.writeAt(key, 0, Buffer.from('x'))).rejects.toMatchObject(refused)
      await expect(storage.truncate(key, 0)).rejects.toMatchObject(refused)
      await expect(storage.seal(key)).rejects.toMatchObject(refused)
      await expect(storage.read(key)).rejects.toMatchObject(refused)
      await expect(storage.stat(key)).rejects.toMatchObject(refused)
      await expect(storage.delete(key)).rejects.toMatchObject(refused)
    })
  })
}
