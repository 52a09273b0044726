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
