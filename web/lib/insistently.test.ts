import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { insistently, retryDelaysMs } from './insistently.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const away = new TypeError('Failed to fetch')

test('a call is made again until the server is back', async () => {
  const call = vi.fn().mockRejectedValueOnce(away).mockRejectedValueOnce(away).mockResolvedValue('back')
  const answer = insistently(call)
  await vi.runAllTimersAsync()
  expect(await answer).toBe('back')
  expect(call).toHaveBeenCalledTimes(3)
})

test('a server that stays away is given up after a good minute', async () => {
  const call = vi.fn().mockRejectedValue(away)
  const begun = Date.now()
  const answer = expect(insistently(call)).rejects.toBe(away)
  await vi.runAllTimersAsync()
  await answer
  expect(call).toHaveBeenCalledTimes(retryDelaysMs.length + 1)
  expect(Date.now() - begun).toBeGreaterThan(60_000)
})

test('a refusal is final', async () => {
  const refused = Object.assign(new Error('no'), { code: 'NOT_FOUND' })
  const call = vi.fn().mockRejectedValue(refused)
  await expect(insistently(call)).rejects.toBe(refused)
  expect(call).toHaveBeenCalledTimes(1)
})

test('whoever gives up waits for nothing', async () => {
  const call = vi.fn().mockRejectedValue(away)
  const stop = new AbortController()
  const answer = expect(insistently(call, stop.signal)).rejects.toBe(away)
  await vi.advanceTimersByTimeAsync(1_500)
  const calls = call.mock.calls.length
  stop.abort()
  await answer
  expect(call).toHaveBeenCalledTimes(calls)
})

test('nor does who gave up while the call was under way', async () => {
  const stop = new AbortController()
  const call = vi.fn(async () => {
    if (call.mock.calls.length < 3) throw away
    stop.abort()
    throw away
  })
  const begun = Date.now()
  const answer = expect(insistently(call, stop.signal)).rejects.toBe(away)
  await vi.runAllTimersAsync()
  await answer
  expect(call).toHaveBeenCalledTimes(3)
  expect(Date.now() - begun).toBe(1_000)
})
