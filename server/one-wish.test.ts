import { setTimeout as after } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wishToEnd } from './one-wish.ts'
import { standStill } from './testing/stand-still.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function aWish() {
  const [first, again] = [vi.fn(), vi.fn()]
  return { first, again, wish: wishToEnd(first, again) }
}

test('signals within a second are one wish', () => {
  const { first, again, wish } = aWish()

  wish('SIGINT')
  vi.advanceTimersByTime(999)
  wish('SIGTERM')

  expect(first.mock.calls).toEqual([['SIGINT']])
  expect(again).not.toHaveBeenCalled()
})

test('a signal after that second is another wish', () => {
  const { first, again, wish } = aWish()

  wish('SIGINT')
  vi.advanceTimersByTime(1_000)
  wish('SIGINT')

  expect(first).toHaveBeenCalledTimes(1)
  expect(again).toHaveBeenCalledTimes(1)
})

test('signals between which this process stood still are one wish', async () => {
  vi.useRealTimers()
  const { first, again, wish } = aWish()

  wish('SIGINT')
  standStill(1_500)
  await after(1)
  wish('SIGINT')

  expect(first).toHaveBeenCalledTimes(1)
  expect(again).not.toHaveBeenCalled()
})
