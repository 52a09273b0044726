import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetInvitation, keepInvitation, keptInvitation } from './kept-invitation.ts'

const HOUR_MS = 3_600_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  forgetInvitation()
  vi.useRealTimers()
})

it('remembers for a day which invitation somebody signs up for', () => {
  expect(keptInvitation()).toBeNull()
  keepInvitation('token')
  expect(keptInvitation()).toBe('token')
  vi.advanceTimersByTime(24 * HOUR_MS)
  expect(keptInvitation()).toBeNull()
})

it('does not remember it for years where the clock of the device was ahead by them', () => {
  const right = Date.now()
  vi.setSystemTime(right + 365 * 24 * HOUR_MS)
  keepInvitation('token')
  vi.setSystemTime(right + HOUR_MS)
  expect(keptInvitation()).toBeNull()
})
