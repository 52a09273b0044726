import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepTrying } from './keep-trying.ts'

let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('tries again what failed, and looks after what was done, until it is ended', async () => {
  const answers = [Promise.reject(new Error('the store is busy')), Promise.resolve()]
  const work = vi.fn(async () => answers.shift())
  const end = keepTrying(work)
  expect(work).toHaveBeenCalledTimes(1)

  await vi.advanceTimersByTimeAsync(15_000)
  expect(work).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(work).toHaveBeenCalledTimes(3)

  end()
  await vi.advanceTimersByTimeAsync(60_000)
  page.dispatchEvent(new Event('online'))
  expect(work).toHaveBeenCalledTimes(3)
})

it('tries at once when the network is back', () => {
  const work = vi.fn(async () => undefined)
  const end = keepTrying(work)
  page.dispatchEvent(new Event('online'))
  expect(work).toHaveBeenCalledTimes(2)
  end()
})
