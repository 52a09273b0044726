import { setTimeout as after } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { standStill } from './testing/stand-still.ts'
import { whenWaited } from './when-waited.ts'

describe('a wait', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is over once, after its time and not before', () => {
    const over = vi.fn()
    whenWaited(1_000, over)

    vi.advanceTimersByTime(999)
    expect(over).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(over).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(10_000)
    expect(over).toHaveBeenCalledTimes(1)
  })

  test('that is ended is never over', () => {
    const over = vi.fn()
    const end = whenWaited(1_000, over)
    vi.advanceTimersByTime(999)

    end()

    vi.advanceTimersByTime(10_000)
    expect(over).not.toHaveBeenCalled()
  })
})

test('a process that stands still for longer than it wants to wait has not waited for what came meanwhile', async () => {
  const over = vi.fn()
  const end = whenWaited(200, over)
  onTestFinished(end)
  const came = after(250)

  standStill(1_000)

  await came
  expect(over).not.toHaveBeenCalled()
})
