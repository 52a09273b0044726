import { expect, it } from 'vitest'
import { createBell } from './bell.ts'

const { signal } = new AbortController()
const anHour = 3_600_000

it('wakes who waits', async () => {
  const bell = createBell()
  const waited = bell.wait(anHour, signal)
  bell.ring()
  expect(await waited).toBe('rung')
})

it('keeps a ring that nobody waits for, once', async () => {
  const bell = createBell()
  bell.ring()
  bell.ring()
  expect(await bell.wait(anHour, signal)).toBe('rung')
  expect(await bell.wait(1, signal)).toBe('silent')
})

it('gives up waiting when it is told to, before or meanwhile', async () => {
  const [bell, given] = [createBell(), new AbortController()]
  const waited = bell.wait(anHour, given.signal)
  given.abort()
  expect(await waited).toBe('silent')
  expect(await bell.wait(anHour, given.signal)).toBe('silent')
})
