import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { goesAfter } from './toast-time.ts'

let isGone: boolean
const go = () => {
  isGone = true
}
beforeEach(() => {
  isGone = false
})
afterEach(() => vi.useRealTimers())

test('a toast goes after four seconds, and while it is held only after twelve', () => {
  vi.useFakeTimers()
  goesAfter(() => false, go)
  vi.advanceTimersByTime(3_900)
  expect(isGone).toBe(false)
  vi.advanceTimersByTime(100)
  expect(isGone).toBe(true)

  isGone = false
  goesAfter(() => true, go)
  vi.advanceTimersByTime(11_900)
  expect(isGone).toBe(false)
  vi.advanceTimersByTime(100)
  expect(isGone).toBe(true)
})

test('a time in which the machine stands still is not one in which the toast was shown', async () => {
  goesAfter(() => false, go, { shownMs: 1_000, mostMs: 2_000 })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_200)
  // What was due meanwhile has run after two turns.
  await turn()
  await turn()
  expect(isGone).toBe(false)
  await expect.poll(() => isGone).toBe(true)
})
