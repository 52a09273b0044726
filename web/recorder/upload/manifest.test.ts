import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import { SpoolFailure } from '../failures.ts'
import { createMemorySpool } from '../testing/memory-spool.ts'
import { slicesOf, wholeOf } from '../testing/worlds.ts'
import { Manifest } from './manifest.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

it('waits for a second of recording, but takes what there is when told to', async () => {
  const [spool, id] = [createMemorySpool(), newId()]
  await spool.append(id, slicesOf([10, 20]))
  const manifest = await Manifest.open(spool, id)

  expect(await manifest.cut(1000, 1000)).toBeNull()
  expect((await manifest.cut(1000, 0))?.entry).toMatchObject({ index: 0, size: 30, endMs: 500, lastSeq: 1 })
})

it('cuts no chunk above the limit, even when a second is larger than that', async () => {
  const [spool, id] = [createMemorySpool(), newId()]
  await spool.append(id, slicesOf([400, 400, 400, 400]))
  const manifest = await Manifest.open(spool, id)

  expect((await manifest.cut(1000, 1000))?.bytes.byteLength).toBe(800)
})

it('loads after a restart the same bytes that were cut before, and goes on with the hash', async () => {
  const [spool, id, slices] = [createMemorySpool(), newId(), slicesOf([10, 20, 30, 40, 50])]
  await spool.append(id, slices)
  const before = await Manifest.open(spool, id)
  const first = await before.cut(60, 0)

  const after = await Manifest.open(spool, id)
  await after.cut(10_000, 0)

  expect((await after.load(0))?.bytes).toEqual(first?.bytes)
  expect(after.count).toBe(2)
  expect(after.sha256).toBe(sha256(wholeOf(slices)))
})

it('hashes the spooled bytes again when the kept state is of no use', async () => {
  const [spool, id, slices] = [createMemorySpool(), newId(), slicesOf([10, 20, 30])]
  await spool.append(id, slices)
  const entry = (await (await Manifest.open(spool, id)).cut(30, 0))?.entry
  if (!entry) throw new Error('nothing was cut')
  await spool.putChunk({ ...entry, hashState: new Uint8Array(3) })

  const manifest = await Manifest.open(spool, id)
  await manifest.cut(10_000, 0)

  expect(manifest.sha256).toBe(sha256(wholeOf(slices)))
})

it('does not give out a chunk whose bytes are no longer those that were promised', async () => {
  const [spool, id] = [createMemorySpool(), newId()]
  await spool.append(id, slicesOf([10, 20]))
  const manifest = await Manifest.open(spool, id)
  const entry = (await manifest.cut(1000, 0))?.entry
  if (!entry) throw new Error('nothing was cut')
  await spool.putChunk({ ...entry, sha256: '0'.repeat(64) })

  expect(await manifest.load(0)).toBeNull()
})

it('goes on without its notes when the disk is too full to take them', async () => {
  const [spool, id, slices] = [createMemorySpool(), newId(), slicesOf([10, 20])]
  await spool.append(id, slices)
  spool.putChunk = async () => {
    throw new SpoolFailure('device-full')
  }
  const manifest = await Manifest.open(spool, id)

  await manifest.cut(10, 0)
  await manifest.cut(20, 0)

  expect((await manifest.load(1))?.bytes).toEqual(slices[1]?.bytes)
  expect(manifest.sha256).toBe(sha256(wholeOf(slices)))
})

it('forgets the chunks from one on and no other, and cuts the rest anew behind those', async () => {
  const [spool, id, slices] = [createMemorySpool(), newId(), slicesOf([10, 20, 30, 40])]
  await spool.append(id, slices)
  const manifest = await Manifest.open(spool, id)
  const first = await manifest.cut(10, 0)
  await manifest.cut(10_000, 0)

  await manifest.dropFrom(1)

  expect([manifest.count, manifest.sizeBytes, manifest.sha256]).toEqual([1, 10, first?.entry.sha256])
  expect(await manifest.hasMore()).toBe(true)
  expect((await manifest.cut(50, 0))?.entry).toMatchObject({ index: 1, firstSeq: 1, lastSeq: 2, endByte: 60 })
  await manifest.cut(50, 0)
  expect(manifest.sha256).toBe(sha256(wholeOf(slices)))
  expect((await Manifest.open(spool, id)).sha256).toBe(manifest.sha256)
})

const large = 1024 * 1024

it('hashes again every byte of a recording that is too long to be read back at once', async () => {
  const [spool, id] = [createMemorySpool(), newId()]
  const slices = slicesOf([large, large, large, large * 2, 10, large])
  await spool.append(id, slices)
  const entry = (await (await Manifest.open(spool, id)).cut(large * 20, 0))?.entry
  if (!entry) throw new Error('nothing was cut')
  await spool.putChunk({ ...entry, hashState: new Uint8Array(3) })

  expect((await Manifest.open(spool, id)).sha256).toBe(sha256(wholeOf(slices)))
})

it('knows whether more can be read than the chunks hold, and how much is before each of them', async () => {
  const [spool, id, slices] = [createMemorySpool(), newId(), slicesOf([large, large, large, 10])]
  await spool.append(id, slices)
  const manifest = await Manifest.open(spool, id)
  const more = async () => [await manifest.hasMore(), await manifest.canCut(), await manifest.canReadMore()]

  const first = await manifest.cut(large * 2, 0)
  const second = await manifest.cut(large, 0)
  expect(await more()).toEqual([true, true, true])
  await manifest.cut(large, 0)
  expect(await more()).toEqual([false, false, false])

  const [afterFirst, afterSecond] = [first?.entry.endMs, second?.entry.endMs]
  expect(await Promise.all([0, 1, 2].map((index) => manifest.msBefore(index)))).toEqual([
    ...[0, afterFirst, afterSecond],
  ])
  expect(await Promise.all([0, 1, 2, 9].map((index) => manifest.bytesBefore(index)))).toEqual([
    ...[0, large * 2, large * 3, null],
  ])
})

it('keeps what it could not note of the chunks before the one from which it forgets', async () => {
  const [spool, id, slices] = [createMemorySpool(), newId(), slicesOf([10, 20, 30])]
  await spool.append(id, slices)
  spool.putChunk = async () => {
    throw new SpoolFailure('device-full')
  }
  const manifest = await Manifest.open(spool, id)
  for (const size of [10, 20, 30]) await manifest.cut(size, 0)
  await manifest.dropFrom(2)

  expect([manifest.count, manifest.sizeBytes]).toEqual([2, 30])
  expect((await manifest.load(1))?.bytes).toEqual(slices[1]?.bytes)
  expect(await manifest.load(2)).toBeNull()

  await manifest.dropFrom(0)
  expect([manifest.count, manifest.sizeBytes, manifest.sha256]).toEqual([0, 0, sha256(new Uint8Array())])
})
