import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { watchLine } from './watch-line.ts'

const ms = limits.answerSeconds * 1_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function watched(stop: () => Promise<void> = async () => undefined) {
  const again = vi.fn(() => line.begins())
  const giveUp = vi.fn()
  const line = watchLine(stop, again, giveUp)
  line.begins()
  return { line, again, giveUp }
}

test('a transfer that moves, or is answered, is left alone however long it takes', async () => {
  const { line, again } = watched()
  for (let sent = 0; sent < 20; sent += 1) {
    await vi.advanceTimersByTimeAsync(ms - 1)
    if (sent % 2 === 0) line.movedTo(sent)
    else line.heard()
  }
  expect(again).not.toHaveBeenCalled()
})

test('a transfer that has gone silent begins again, and is given up when that helps nothing', async () => {
  const { again, giveUp } = watched()
  await vi.advanceTimersByTimeAsync(ms)
  expect(again).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(ms)
  expect(again).toHaveBeenCalledTimes(2)
  expect(giveUp).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(ms)
  expect(giveUp).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10 * ms)
  expect(again).toHaveBeenCalledTimes(2)
})

test('whatever moves it further gives it as many silences again; to send the same bytes once more is no way further', async () => {
  const { line, again, giveUp } = watched()
  line.movedTo(100)
  for (let time = 0; time < 5; time += 1) {
    await vi.advanceTimersByTimeAsync(ms)
    line.movedTo(100 + time)
  }
  expect(giveUp).toHaveBeenCalledTimes(0)
  expect(again).toHaveBeenCalledTimes(5)
  for (let time = 0; time < 3; time += 1) {
    line.movedTo(50)
    await vi.advanceTimersByTimeAsync(ms)
  }
  expect(giveUp).toHaveBeenCalledTimes(1)
})

test('nothing is said of a transfer that has ended', async () => {
  const { line, again, giveUp } = watched()
  line.ends()
  await vi.advanceTimersByTimeAsync(10 * ms)
  expect(again).not.toHaveBeenCalled()
  expect(giveUp).not.toHaveBeenCalled()
})

test('what is paused and resumed while its silent transfer is being stopped does not begin twice', async () => {
  const stopped = Promise.withResolvers<void>()
  const { line, again, giveUp } = watched(() => stopped.promise)
  await vi.advanceTimersByTimeAsync(ms)
  line.ends()
  line.begins()
  stopped.resolve()
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(again).not.toHaveBeenCalled()
  expect(giveUp).not.toHaveBeenCalled()
})
