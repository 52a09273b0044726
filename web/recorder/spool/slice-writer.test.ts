import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { SpoolFailure } from '../failures.ts'
import { createMemorySpool } from '../testing/memory-spool.ts'
import { wholeOf } from '../testing/worlds.ts'
import { SliceWriter } from './slice-writer.ts'
import type { Extent } from './spool.ts'

const bytes = (size: number) => new Uint8Array(size).fill(size % 251)

it('counts a slice only when the disk has it', async () => {
  const [spool, id] = [createMemorySpool(), newId()]
  const write = Promise.withResolvers<void>()
  const append = spool.append
  spool.append = async (...args) => {
    await write.promise
    await append(...args)
  }
  const counted: Extent[] = []
  const writer = new SliceWriter(spool, id, { committed: (extent) => counted.push(extent), failed: () => {} })

  writer.add(bytes(10), 250)
  await new Promise((resolve) => setImmediate(resolve))
  expect(counted).toEqual([])

  write.resolve()
  await writer.flush()
  expect(counted).toEqual([{ slices: 1, endMs: 250, endByte: 10 }])
})

it('catches up in one transaction when the disk was slow, and keeps the order', async () => {
  const [spool, id] = [createMemorySpool(), newId()]
  const batches: number[] = []
  const append = spool.append
  spool.append = async (recordingId, slices) => {
    batches.push(slices.length)
    await append(recordingId, slices)
  }
  const writer = new SliceWriter(spool, id, { committed: () => {}, failed: () => {} })

  for (const size of [1, 2, 3, 4]) writer.add(bytes(size), size * 250)
  await writer.flush()

  expect(batches.length).toBeLessThan(4)
  expect(wholeOf(await spool.read(id, 0, 99, 1000))).toEqual(new Uint8Array([1, 2, 2, 3, 3, 3, 4, 4, 4, 4]))
})

it('keeps all of a slice that is larger than a chunk may be, and counts its time once its last byte is there', async () => {
  const [spool, id] = [createMemorySpool(), newId()]
  const counted: Extent[] = []
  const writer = new SliceWriter(spool, id, { committed: (extent) => counted.push(extent), failed: () => {} })
  const most = limits.chunkBytesMax

  writer.add(bytes(10), 250)
  writer.add(bytes(2 * most + 1), 60_000)
  await writer.flush()

  expect(counted).toEqual([
    { slices: 1, endMs: 250, endByte: 10 },
    { slices: 2, endMs: 250, endByte: 10 + most },
    { slices: 3, endMs: 250, endByte: 10 + 2 * most },
    { slices: 4, endMs: 60_000, endByte: 11 + 2 * most },
  ])
  expect(await spool.extent(id)).toEqual(counted.at(-1))
})

it('makes as many pieces as a slice needs: one of a slice as large as a chunk may be, none of an empty one', async () => {
  const [spool, id] = [createMemorySpool(), newId()]
  const writer = new SliceWriter(spool, id, { committed: () => {}, failed: () => {} })

  writer.add(bytes(limits.chunkBytesMax), 250)
  writer.add(bytes(0), 500)
  writer.add(bytes(10), 750)
  await writer.flush()

  expect(await spool.extent(id)).toEqual({ slices: 2, endMs: 750, endByte: limits.chunkBytesMax + 10 })
})

it('writes nothing after a slice that could not be kept, and says so once', async () => {
  const [spool, id] = [createMemorySpool(), newId()]
  const append = spool.append
  let writes = 0
  spool.append = async (...args) => {
    writes += 1
    if (writes === 2) throw new SpoolFailure('device-full')
    await append(...args)
  }
  const failures: string[] = []
  const told = { committed: () => {}, failed: ({ reason }: SpoolFailure) => failures.push(reason) }
  const writer = new SliceWriter(spool, id, told)

  for (const size of [1, 2, 3]) {
    writer.add(bytes(size), size * 250)
    await writer.flush().catch(() => undefined)
  }

  await expect(writer.flush()).rejects.toMatchObject({ reason: 'device-full' })
  expect(failures).toEqual(['device-full'])
  expect(await spool.extent(id)).toEqual({ slices: 1, endMs: 250, endByte: 1 })
})

it('says that the store of the device failed, whatever it failed with', async () => {
  const [spool, id] = [createMemorySpool(), newId()]
  spool.append = () => Promise.reject(new DOMException('The database is gone', 'InvalidStateError'))
  const failures: SpoolFailure[] = []
  const told = { committed: () => {}, failed: (failure: SpoolFailure) => failures.push(failure) }
  const writer = new SliceWriter(spool, id, told)
  writer.add(bytes(10), 250)

  await expect(writer.flush()).rejects.toBeInstanceOf(SpoolFailure)
  expect(failures).toMatchObject([{ reason: 'device-storage' }])
})
