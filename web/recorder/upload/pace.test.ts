import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

test('after a line that broke over a chunk they are half as large, and grow again only when many came through', () => {
  const pace = new Pace()
  const before = pace.maxBytes
  pace.broke(before)
  const sizes = Array.from({ length: 10 }, () => {
    pace.arrived(100)
    return pace.maxBytes
  })

  expect(sizes.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => before / 2))
  expect(sizes[9]).toBe(before)
})

const half = 512 * 1024

test('chunks grow while they arrive quickly, as far as they may, and shrink when one takes long', () => {
  const pace = new Pace()
  const sizes = [1_999, 1_999, 1_999, 2_000, 8_000, 8_001, 20_000].map((tookMs) => {
    pace.arrived(tookMs)
    return pace.maxBytes
  })
  expect(sizes).toEqual([2, 4, 4, 4, 4, 2, 1].map((times) => times * half))
})

test('a size that was refused is never reached again, however quickly chunks arrive', () => {
  const pace = new Pace()
  pace.arrived(100)
  pace.refused(half)
  expect(pace.maxBytes).toBe(half / 2)
  for (let times = 0; times < 20; times += 1) pace.arrived(100)
  expect(pace.maxBytes).toBe(half / 2)

  pace.broke(half / 2)
  pace.refused(half / 2)
  expect(pace.maxBytes).toBe(half / 4)
})

test('a chunk has at least one byte, whatever the line does to it', () => {
  const [broken, refused, slow] = [new Pace(), new Pace(), new Pace()]
  broken.broke(1)
  refused.refused(1)
  for (let times = 0; times < 30; times += 1) slow.arrived(60_000)
  expect([broken, refused, slow].map((pace) => pace.maxBytes)).toEqual([1, 1, 1])
})
