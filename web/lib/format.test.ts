import { expect, test } from 'vitest'
import {
  countOf,
  formatBytes,
  formatDuration,
  formatGB,
  formatRelative,
  formatSpan,
  formatTimestamp,
} from './format.ts'

test('a duration is minutes and seconds, also beyond an hour', () => {
  expect([0, 5, 65, 599.6, 18_000].map(formatDuration)).toEqual(['0:00', '0:05', '1:05', '10:00', '300:00'])
})

test('a note is stamped with two digits of minutes, more where they are needed', () => {
  expect([0, 65, 18_000].map(formatTimestamp)).toEqual(['00:00', '01:05', '300:00'])
})

test('a length is told in words without zero parts', () => {
  expect([1, 45, 120, 3_600, 3_725].map(formatSpan)).toEqual([
    '1 second',
    '45 seconds',
    '2 minutes',
    '1 hour',
    '1 hour 2 minutes',
  ])
})

test('a gigabyte is 1,000,000,000 bytes', () => {
  expect(formatGB(1_000_000_000)).toBe('1 GB')
  expect(formatGB(1_073_741_824)).toBe('1.1 GB')
  expect(formatGB(5_000_000_000)).toBe('5 GB')
})

test('little storage is not shown as none', () => {
  expect(formatGB(0)).toBe('0 GB')
  expect(formatGB(1)).toBe('less than 0.01 GB')
  expect(formatGB(20_000_000)).toBe('0.02 GB')
})

test('a file size comes in the unit that says most', () => {
  expect([0, 999, 1_500, 2_400_000, 3_200_000_000].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.5 KB',
    '2.4 MB',
    '3.2 GB',
  ])
})

test('time passed is told in minutes, then hours, then as a date', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const ago = (minutes: number) =>
    formatRelative(new Date(now.getTime() - minutes * 60_000).toISOString(), now)
  expect([ago(0.5), ago(5), ago(59), ago(60), ago(23 * 60)]).toEqual([
    'Just now',
    '5m ago',
    '59m ago',
    '1h ago',
    '23h ago',
  ])
  expect(ago(48 * 60)).toMatch(/^Nov \d+, 2026$/)
})

test('a count takes the right form of its noun', () => {
  expect([countOf(1, 'note'), countOf(0, 'note'), countOf(2, 'story', 'stories')]).toEqual([
    '1 note',
    '0 notes',
    '2 stories',
  ])
})
