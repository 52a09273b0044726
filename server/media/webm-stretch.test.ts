import { expect, it } from 'vitest'
import { clustersIn, headerOf } from './webm-stretch.ts'

const id = [0x1f, 0x43, 0xb6, 0x75]
const unknownSize = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
const at = (ms: number) => [0xe7, 0x82, ms >> 8, ms & 0xff]
const header = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x00])

it('finds where clusters of a live recording begin, with and without their size', () => {
  const bytes = Buffer.from([7, 7, ...id, ...unknownSize, ...at(1_000), 1, 2, ...id, 0x83, ...at(2_000)])
  expect(clustersIn(bytes, header)).toEqual([
    { at: 2, timeMs: 1_000 },
    { at: 20, timeMs: 2_000 },
  ])
})

it('is not led astray by sound that looks like a cluster, or by one that is cut off', () => {
  const bytes = Buffer.from([
    ...id,
    0x83,
    ...at(500),
    ...id,
    0x00,
    0x12,
    // A size, and then a block of sound where the timestamp would be.
    ...id,
    0x83,
    0xa3,
    0x82,
    0x03,
    0xe8,
    ...id,
    0x83,
    ...at(100),
    ...id,
    0x83,
    0xe7,
  ])
  expect(clustersIn(bytes, header)).toEqual([{ at: 0, timeMs: 500 }])
})

it('counts times as the header says', () => {
  const slow = Buffer.from([0x2a, 0xd7, 0xb1, 0x83, 0x1e, 0x84, 0x80])
  expect(clustersIn(Buffer.from([...id, 0x83, ...at(500)]), slow)).toEqual([{ at: 0, timeMs: 1_000 }])
})

it('gives as header what stands before the first cluster, once that has begun', () => {
  expect(headerOf(Buffer.from([...header, ...id]))).toEqual(header)
  expect(headerOf(header)).toBeNull()
})
