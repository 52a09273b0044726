import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Batch, BrokenStream, batchesOf } from './batches.ts'

async function* streamOf(pieces: Uint8Array[], error?: Error): AsyncGenerator<Uint8Array> {
  yield* pieces
  if (error) throw error
}

test('a stream of any pieces comes out whole, in batches of one size but the last', async () => {
  const pieces = [1, 70_000, 3, 0, 129_999, 64, 12_345].map((size) => randomBytes(size))
  const batches: Batch[] = []

  for await (const batch of batchesOf(streamOf(pieces), 1_000)) batches.push(batch)

  expect(Buffer.concat(batches.flatMap((batch) => batch.pieces)).equals(Buffer.concat(pieces))).toBe(true)
  expect(batches.slice(0, -1).every(({ size }) => size === 1_000)).toBe(true)
  for (const { pieces, size } of batches) expect(Buffer.concat(pieces).length).toBe(size)
})

test('a batch stays as it was while the next one is gathered', async () => {
  const batches = batchesOf(streamOf([randomBytes(3_000)]), 1_000)
  const { value: first } = await batches.next()
  const copy = Buffer.concat(first?.pieces ?? [])

  await batches.next()

  expect(copy.length).toBe(1_000)
  expect(Buffer.concat(first?.pieces ?? []).equals(copy)).toBe(true)
})

test('what came before a break is given out, then the break', async () => {
  const given: Uint8Array[] = []
  const broken = batchesOf(streamOf([Buffer.from('abc')], new Error('the line went dead')), 2)

  const reading = (async () => {
    for await (const batch of broken) given.push(...batch.pieces)
  })()

  await expect(reading).rejects.toThrow(BrokenStream)
  expect(Buffer.concat(given).toString()).toBe('abc')
})

test('nothing comes of nothing', async () => {
  expect((await batchesOf(streamOf([]), 10).next()).done).toBe(true)
})
