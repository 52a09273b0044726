import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastFailure } from './last-failure.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const change = (mutationFn: () => Promise<void>) => new MutationObserver(new QueryClient(), { mutationFn })

test('what failed is told until something else was asked for and has worked', async () => {
  const lost = new TypeError('Failed to fetch')
  const approve = change(() => Promise.reject(lost))
  const dismiss = change(() => Promise.resolve())
  const told = () => lastFailure(approve.getCurrentResult(), dismiss.getCurrentResult())
  expect(told()).toBeNull()
  await approve.mutate().catch(() => undefined)
  expect(told()).toBe(lost)

  vi.advanceTimersByTime(1_000)
  await dismiss.mutate()

  expect(told()).toBeNull()
})
