import { afterEach, expect, test } from 'vitest'
import { chooseDateFormat } from './date-format.ts'
import {
  countOf,
  formatBytes,
  formatDate,
  formatDayAndTime,
  formatGB,
  formatHour,
  formatLength,
  formatMoment,
  formatRelative,
  formatSpan,
  formatStamp,
  formatStoryDate,
  formatTime,
  formatTimer,
  formatTypedDate,
  relativeInSentence,
  stampOf,
} from './format.ts'

test('a note is stamped with two digits of minutes, more where they are needed', () => {
  expect([0, 999, 65_900, 3_723_000, 18_000_000].map(stampOf)).toEqual([
    '00:00',
    '00:00',
    '01:05',
    '62:03',
    '300:00',
  ])
})

test('a timer counts whole seconds, with hours where there are any', () => {
  expect([0, 999, 65_900, 3_723_000].map(formatTimer)).toEqual(['00:00', '00:00', '01:05', '1:02:03'])
})

test('a note’s stamp reads as the timer did, also beyond an hour', () => {
  expect(['00:42', '12:05', '62:03', '300:00'].map(formatStamp)).toEqual([
    '00:42',
    '12:05',
    '1:02:03',
    '5:00:00',
  ])
})

test('a place in a recording and its length have hours where there are any', () => {
  expect([0, 42_900, 725_000, 3_723_000].map(formatMoment)).toEqual(['0:00', '0:42', '12:05', '1:02:03'])
  expect([0, 42.6, 599.6, 3_599.6, 3_723, 18_000].map(formatLength)).toEqual([
    '0:00',
    '0:43',
    '10:00',
    '1:00:00',
    '1:02:03',
    '5:00:00',
  ])
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

test('a file size goes on to the next unit where rounding would give a thousand of the last', () => {
  expect([999_499, 999_600, 999_499_999, 999_600_000].map(formatBytes)).toEqual([
    '999 KB',
    '1 MB',
    '999 MB',
    '1 GB',
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

test('in the middle of a sentence just now is small, and everything else as it is', () => {
  const at = new Date('2026-11-21T12:00:00Z')
  expect(relativeInSentence('2026-11-21T11:59:40Z', at)).toBe('just now')
  expect(relativeInSentence('2026-11-21T11:50:00Z', at)).toBe('10m ago')
})

test('a count takes the right form of its noun', () => {
  expect([countOf(1, 'note'), countOf(0, 'note'), countOf(2, 'story', 'stories')]).toEqual([
    '1 note',
    '0 notes',
    '2 stories',
  ])
})

afterEach(() => chooseDateFormat('month-first'))

const noon = new Date(2026, 10, 5, 16, 5).toISOString()

test.for([
  ['month-first', 'November 5, 2026', '4:05 PM', '9 AM', 'Thursday, November 5 at 9:00 AM', 'May 2, 1943'],
  ['day-first', '5 November 2026', '16:05', '09:00', 'Thursday, 5 November at 09:00', '2 May 1943'],
  ['year-first', '2026-11-05', '16:05', '09:00', 'Thursday, 2026-11-05 at 09:00', '1943-05-02'],
] as const)(
  'dates are written %s everywhere once somebody chose so',
  ([format, date, time, hour, moment, typed]) => {
    chooseDateFormat(format)

    expect([formatDate(noon), formatTime(noon), formatHour(9)].map(plainSpaces)).toEqual([date, time, hour])
    expect(plainSpaces(formatDayAndTime('2026-11-05T08:00:00Z', 'Europe/Berlin'))).toBe(moment)
    expect(formatTypedDate('1943-05-02')).toBe(typed)
  },
)

test('what is no whole date stays as it was typed', () => {
  chooseDateFormat('day-first')
  expect(['about 1943', 'Easter 1950', ''].map(formatTypedDate)).toEqual(['about 1943', 'Easter 1950', ''])
  expect(formatDate('never')).toBe('')
  expect(['1952-02-30', '1952-13-01'].map(formatTypedDate)).toEqual(['1952-02-30', '1952-13-01'])
  expect(formatTypedDate('0950-03-01')).toBe('1 March 950')
})

/** Replaces the narrow space that some versions of ICU put before AM. */
function plainSpaces(text: string): string {
  return text.replace(/\s/g, ' ')
}

test('a story is dated by when it took place, and by the day it was kept where nobody says that', () => {
  const createdAt = new Date(2026, 10, 21, 12).toISOString()
  expect(formatStoryDate({ date: 'summer 1961', createdAt })).toBe('summer 1961')
  expect(formatStoryDate({ date: '1961-07-02', createdAt })).toBe('July 2, 1961')
  expect(formatStoryDate({ date: '', createdAt })).toBe('November 21, 2026')
})
