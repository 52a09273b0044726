import { expect, it } from 'vitest'
import type { Delivery } from '../../recorder/deliveries.ts'
import { needsSomebody, safetyLine, safetyOf } from './safety.ts'

const delivery = (recordingId: string, different: Partial<Delivery>): [string, Delivery] => [
  recordingId,
  {
    recordingId,
    storyId: 's',
    part: 0,
    phase: 'sending',
    sentMs: 0,
    keptMs: 0,
    problem: null,
    hasGap: false,
    ...different,
  },
]

it('says how far the story is safe, here and there', () => {
  const deliveries = new Map([delivery('a', { keptMs: 761_300, sentMs: 758_250 })])

  expect(safetyLine(safetyOf(['a'], deliveries))).toBe(
    'Safe on this device to 12:41, safe on the server to 12:38',
  )
})

it('counts nothing as safe on the server after a part that has not arrived', () => {
  const deliveries = new Map([
    delivery('a', { keptMs: 60_000, sentMs: 20_000, problem: 'offline' }),
    delivery('b', { keptMs: 30_000, sentMs: 30_000 }),
  ])

  expect(safetyOf(['a', 'b'], deliveries)).toEqual({
    deviceMs: 90_000,
    serverMs: 20_000,
    problem: 'offline',
    isSafe: false,
    hasGap: false,
  })
})

it('counts a part that is sent after one that has arrived', () => {
  const deliveries = new Map([
    delivery('a', { phase: 'safe', keptMs: 60_000 }),
    delivery('b', { keptMs: 30_000, sentMs: 30_000 }),
    delivery('c', { keptMs: 20_000, sentMs: 5_000 }),
  ])

  expect(safetyOf(['a', 'b', 'c'], deliveries)).toMatchObject({
    deviceMs: 110_000,
    serverMs: 95_000,
    isSafe: false,
  })
})

it('is not safe while one part is, and another is still sent', () => {
  const deliveries = new Map([
    delivery('a', { phase: 'safe', keptMs: 1_000, sentMs: 1_000 }),
    delivery('b', { keptMs: 1_000, sentMs: 1_000 }),
  ])

  expect(safetyOf(['a', 'b'], deliveries).isSafe).toBe(false)
})

it('asks for somebody only where a problem does not pass by itself', () => {
  for (const problem of [null, 'offline', 'server', 'signed-out', 'device'] as const) {
    expect(needsSomebody(problem)).toBe(false)
  }
  for (const problem of ['storage-limit', 'server-full', 'story-gone', 'refused'] as const) {
    expect(needsSomebody(problem)).toBe(true)
  }
})

it('is safe only when the server has re-read every part', () => {
  const verifying = new Map([delivery('a', { phase: 'verifying', keptMs: 1000, sentMs: 1000 })])
  const safe = new Map([delivery('a', { phase: 'safe', keptMs: 1000, sentMs: 1000 })])

  expect(safetyOf(['a'], verifying).isSafe).toBe(false)
  expect(safetyLine(safetyOf(['a'], safe))).toBe('Everything is safe on the server')
})

it('does not call everything safe where the device could not read a moment of it back', () => {
  const safe = new Map([
    delivery('a', { phase: 'safe', keptMs: 1000, sentMs: 1000, hasGap: true }),
    delivery('b', { phase: 'safe', keptMs: 1000, sentMs: 1000 }),
  ])

  expect(safetyLine(safetyOf(['a', 'b'], safe))).toBe(
    'Safe on the server, but for a moment that this device could not read back',
  )
})

it('is not safe while another tab brings a part of it, of which nothing is heard here', () => {
  const second = new Map([delivery('b', { phase: 'safe', keptMs: 1000, sentMs: 1000 })])

  expect(safetyOf(['a', 'b'], second).isSafe).toBe(false)
})
