import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOfGregorian, dayOfJulian, daysInMonth, yearOfDay } from '#contract/calendar-day.ts'
import { rangeOf, sortingDay } from '#contract/family-date.ts'
import { readDate, writeDate } from '#contract/family-date-text.ts'

type Ymd = [year: number, month: number, day: number]
const day = (...[year, month, date]: Ymd) => dayOfGregorian({ year, month, day: date })
const rangeIn = (text: string) => {
  const read = readDate(text)
  return read ? rangeOf(read) : null
}

test('days are counted as everybody counts them', () => {
  expect(day(1, 1, 1)).toBe(1)
  expect(day(1970, 1, 1) - day(1, 1, 1)).toBe(719162)
  expect(day(2000, 3, 1) - day(2000, 2, 28)).toBe(2)
  expect(dayOfJulian({ year: 1917, month: 10, day: 25 })).toBe(day(1917, 11, 7))
  fc.assert(
    fc.property(fc.integer({ min: -4000, max: 4000 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
      expect(yearOfDay(day(year, month, 15))).toBe(year)
    }),
  )
})

test('days, months and years are as long as they are, from the first day of a year to its last', () => {
  /** Needed because `Date.UTC` takes years below 100 for years of the last century. */
  const utc = (year: number, month: number, date: number) =>
    new Date(0).setUTCFullYear(year, month - 1, date) / 86_400_000
  const anyYear = fc.integer({ min: -3000, max: 3000 })
  fc.assert(
    fc.property(
      anyYear,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
      (year, month, date) => {
        expect(day(year, month, date) - day(1970, 1, 1)).toBe(utc(year, month, date))
        expect(daysInMonth(year, month)).toBe(new Date(utc(year, month + 1, 0) * 86_400_000).getUTCDate())
      },
    ),
  )
  expect([1900, 2000, 1904, 1901, 0, -4].map((year) => daysInMonth(year, 2))).toEqual([
    28, 29, 29, 28, 29, 29,
  ])
  expect([0, 13].map((month) => daysInMonth(1943, month))).toEqual([0, 0])
  for (let year = -800; year <= 800; year += 1) {
    expect([yearOfDay(day(year, 1, 1)), yearOfDay(day(year, 12, 31))]).toEqual([year, year])
  }
})

test.each<[Ymd, Ymd]>([
  [
    [1582, 10, 4],
    [1582, 10, 14],
  ],
  [
    [1700, 2, 28],
    [1700, 3, 10],
  ],
  [
    [1700, 2, 29],
    [1700, 3, 11],
  ],
  [
    [1900, 3, 1],
    [1900, 3, 14],
  ],
  [
    [1, 1, 1],
    [0, 12, 30],
  ],
])('%j of the Julian calendar is %j of ours', ([year, month, date], gregorian) => {
  expect(dayOfJulian({ year, month, day: date })).toBe(day(...gregorian))
})

const monthNames =
  'January February March April May June July August September October November December'.split(' ')

test('months are known by their names and by the first letters of them', () => {
  for (const [index, name] of monthNames.entries()) {
    const expected = { from: day(1943, index + 1, 1), to: day(1943, index + 1, daysInMonth(1943, index + 1)) }
    for (const written of [name, name.slice(0, 3), `${name.slice(0, 3)}.`, name.toUpperCase()]) {
      expect(rangeIn(`${written} 1943`)).toEqual(expected)
    }
  }
  expect(rangeIn('Sept. 1943')).toEqual(rangeIn('1943-09'))
  expect([rangeIn('Janu 1943'), rangeIn('Jax 1943'), rangeIn('Septem 1943')]).toEqual([null, null, null])
})

test.for([
  ['1943', [1943, 1, 1], [1943, 12, 31]],
  ['1943-05-02', [1943, 5, 2], [1943, 5, 2]],
  ['2 May 1943', [1943, 5, 2], [1943, 5, 2]],
  ['May 2, 1943', [1943, 5, 2], [1943, 5, 2]],
  ['2.5.1943', [1943, 5, 2], [1943, 5, 2]],
  ['FEB 1944', [1944, 2, 1], [1944, 2, 29]],
  ['between 1940 and 1945', [1940, 1, 1], [1945, 12, 31]],
  ['BET 1945 AND 1940', [1940, 1, 1], [1945, 12, 31]],
  ['FROM 1940 TO 1945', [1940, 1, 1], [1945, 12, 31]],
  ['the 1940s', [1940, 1, 1], [1949, 12, 31]],
  ['@#DJULIAN@ 25 OCT 1917', [1917, 11, 7], [1917, 11, 7]],
  ['44 BC', [-43, 1, 1], [-43, 12, 31]],
  ['29 Feb 45 BC', [-44, 2, 29], [-44, 2, 29]],
  ['julian 29 Feb 1900', [1900, 3, 13], [1900, 3, 13]],
  ['julian Feb 1900', [1900, 2, 13], [1900, 3, 13]],
  ['julian Feb 1901', [1901, 2, 14], [1901, 3, 13]],
  ['julian Feb 1905', [1905, 2, 14], [1905, 3, 13]],
  ['julian Mar 1900', [1900, 3, 14], [1900, 4, 13]],
  ['Feb 1900', [1900, 2, 1], [1900, 2, 28]],
  ['  2  MAY 1943. ', [1943, 5, 2], [1943, 5, 2]],
  ['in the 1940s', [1940, 1, 1], [1949, 12, 31]],
  ['bet. 1940 and 1945', [1940, 1, 1], [1945, 12, 31]],
  ['from 1945 until 1940', [1940, 1, 1], [1945, 12, 31]],
  ['between 1 May 1943 and 1 May 1943', [1943, 5, 1], [1943, 5, 1]],
  ['1699/00', [1699, 1, 1], [1700, 12, 31]],
  ['1648/9', [1648, 1, 1], [1649, 12, 31]],
  ['1699/1700', [1699, 1, 1], [1700, 12, 31]],
  ['@#DJULIAN@ 1731/32', [1731, 1, 12], [1733, 1, 11]],
  ['1940/45', [1940, 1, 1], [1940, 12, 31]],
  ['about 1731/32', [1729, 1, 1], [1733, 12, 30]],
  ['11 Feb 1731/32', [1732, 2, 11], [1732, 2, 11]],
  ['30 JAN 1648/9', [1649, 1, 30], [1649, 1, 30]],
  ['24 Mar 1699/00', [1700, 3, 24], [1700, 3, 24]],
  ['@#DJULIAN@ 29 FEB 1731/2', [1732, 3, 11], [1732, 3, 11]],
  ['25 Mar 1731/32', [1731, 3, 25], [1731, 3, 25]],
  ['11 Nov 1731/32', [1731, 11, 11], [1731, 11, 11]],
  ['Feb 1731/32', [1732, 2, 1], [1732, 2, 29]],
  ['BET 30 JAN 1648/9 AND 1650', [1649, 1, 30], [1650, 12, 31]],
  ['INT 1943 (um 1943)', [1943, 1, 1], [1943, 12, 31]],
] satisfies [string, Ymd, Ymd][])('%s is understood', ([text, from, to]) => {
  expect(rangeIn(text)).toEqual({ from: day(...from), to: day(...to) })
})

test('a month and a day without a year are no month of the year 5, unless the year is written out', () => {
  for (const text of [
    'May 5',
    'Oct. 31',
    'about May 5',
    'June 12/13',
    'June 12/3',
    '5/6',
    'about 5/6',
    'between May 5 and June 12',
  ]) {
    expect(readDate(text)).toBeNull()
  }
  for (const [text, written] of [
    ['May 0005', '0005-05'],
    ['julian May 5', 'julian May 5'],
    ['May 5 BC', 'May 5 BC'],
    ['2 May 5', '0005-05-02'],
    ['May 43', '0043-05'],
  ] as const) {
    const read = readDate(text)
    expect(read && writeDate(read)).toBe(written)
  }
})

test('what is uncertain stays uncertain', () => {
  expect(rangeIn('about 1943')).toEqual({ from: day(1943, 1, 1) - 730, to: day(1943, 12, 31) + 730 })
  expect(rangeIn('ABT. 1943')).toEqual(rangeIn('circa 1943'))
  expect(rangeIn('before 1943')).toEqual({ from: null, to: day(1942, 12, 31) })
  expect(rangeIn('AFT MAR 1943')).toEqual({ from: day(1943, 4, 1), to: null })
  expect(rangeIn('since 1943')).toEqual({ from: day(1943, 1, 1), to: null })
  expect(rangeIn('TO MAR 1943')).toEqual({ from: null, to: day(1943, 3, 31) })
  expect(rangeIn('until 1943')).toEqual(rangeIn('to 1943'))
})

test.for([
  '',
  'in the hungry winter',
  '31 February 1943',
  '1943-13-01',
  'before',
  '0',
  '32 May 1943',
  '29 February 1943',
  '29 Feb 44 BC',
  '0 BC',
  'between 1940 and then',
  'between then and 1945',
  'from spring to 1945',
  '31.13.1943',
  '00 May 19430',
  'Maybe 1943',
  '11 Feb 1731/3',
  '1731/5',
  '1731/1733',
  '2.5.1943/44',
  'May 2, 1943/44',
  '1943-02/03',
])('nothing is read into “%s”', (text) => expect(readDate(text)).toBeNull())

test('dates sort by the middle of what they can mean', () => {
  const order = ['before 1900', '1910', 'about 1920', 'between 1920 and 1930', 'after 1930']
  const days = order.map((text) => sortingDay(rangeIn(text) ?? { from: null, to: null }))
  expect(days.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(days)

  const dayOf = (text: string) => sortingDay(rangeIn(text) ?? { from: null, to: null })
  expect(['1943', '1944', 'between 1 May 1943 and 2 May 1943'].map(dayOf)).toEqual([
    day(1943, 7, 2),
    day(1944, 7, 1),
    day(1943, 5, 1),
  ])
  expect(['before 1943', 'after 1943'].map(dayOf)).toEqual([day(1942, 12, 31), day(1944, 1, 1)])
})

/** Accepts 29 February in every leap year of the Julian calendar, because a date does not always say which calendar it uses. */
const lengthOf = ({ year, month }: { year: number; month: number }) =>
  month === 2 && year % 4 === 0 ? 29 : daysInMonth(year, month)

const point = fc
  .record({
    calendar: fc.constantFrom('gregorian' as const, 'julian' as const),
    year: fc.integer({ min: -2000, max: 3000 }),
    month: fc.integer({ min: 0, max: 12 }),
    day: fc.integer({ min: 0, max: 31 }),
  })
  .map((one) => ({ ...one, day: Math.min(one.day, lengthOf(one)) }))

test.each([
  ['1943', '1943'],
  ['May 1943', '1943-05'],
  ['2 May 1943', '1943-05-02'],
  ['ABT 1943', 'about 1943'],
  ['BET 1940 AND MAY 1945', 'between 1940 and 1945-05'],
  ['FROM 1940 TO 1945', 'from 1940 to 1945'],
  ['@#DJULIAN@ 25 OCT 1917', 'julian 25 October 1917'],
  ['oct 44 bce', 'October 44 BC'],
  ['12', '12'],
])('%s is written as %s', (text, written) => {
  const read = readDate(text)
  expect(read && writeDate(read)).toBe(written)
})

test('what Kinora writes it reads again as the same', () => {
  const single = fc.constantFrom('exact', 'about', 'calculated', 'estimated', 'before', 'after', 'from', 'to')
  fc.assert(
    fc.property(single, point, (modifier, start) => {
      const date = { modifier: modifier as 'exact', start, end: null }
      expect(readDate(writeDate(date))).toEqual(date)
    }),
  )
  fc.assert(
    fc.property(fc.constantFrom('between' as const, 'span' as const), point, point, (modifier, a, b) => {
      const written = writeDate({ modifier, start: a, end: b })
      const read = readDate(written)
      expect(read && writeDate(read)).toBe(writeDate(read ?? { modifier, start: a, end: b }))
      expect(read).not.toBeNull()
    }),
  )
})
