import { expect, test } from 'vitest'
import { readGoDuration } from './go-duration.ts'

test('durations are read as Go writes them', () => {
  expect(['24h', '1h30m', '1.5s', '250ms', '0s'].map(readGoDuration)).toEqual([
    86_400_000, 5_400_000, 1_500, 250, 0,
  ])
  expect(['', '0', '24', 'h', '-1h', '1h 30m', '1d'].map(readGoDuration)).toEqual(Array(7).fill(null))
})
