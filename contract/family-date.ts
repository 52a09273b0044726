import { type CalendarDay, dayOfGregorian, dayOfJulian, daysInMonth } from '#contract/calendar-day.ts'

/**
 * Dates as families and registers know them: exact, to the month, to the year, about, before, after, between. The
 * meanings are those of GEDCOM (https://gedcom.io/specifications/FamilySearchGEDCOMv7.html#date).
 */
export const dateModifiers = [
  'exact',
  'about',
  'calculated',
  'estimated',
  'before',
  'after',
  'between',
  'from',
  'to',
  'span',
] as const
export type DateModifier = (typeof dateModifiers)[number]

/** A point of a date: month and day are 0 where they are not known. Year 0 is 1 BC. */
export type DatePoint = CalendarDay & { calendar: 'gregorian' | 'julian' }
export type FamilyDate = { modifier: DateModifier; start: DatePoint; end: DatePoint | null }

/** The earliest and the latest day, both included; null where that side is open. */
export type DayRange = { from: number | null; to: number | null }

/** How far "about" reaches to either side, in days. */
const ABOUT_DAYS = 730

/** The first and the last day that a date can mean. */
export function rangeOf({ modifier, start, end }: FamilyDate): DayRange {
  const [first, last] = [firstDay(start), lastDay(end ?? start)]
  switch (modifier) {
    case 'exact':
      return { from: first, to: last }
    case 'about':
    case 'calculated':
    case 'estimated':
      return { from: first - ABOUT_DAYS, to: last + ABOUT_DAYS }
    case 'before':
      return { from: null, to: first - 1 }
    case 'to':
      return { from: null, to: last }
    case 'after':
      return { from: lastDay(start) + 1, to: null }
    case 'from':
      return { from: first, to: null }
    case 'between':
    case 'span':
      return { from: first, to: last }
  }
}

/** The day that a date is sorted by: the middle of what it can mean, or its one known side. */
export function sortingDay({ from, to }: DayRange): number | null {
  if (from === null) return to
  return to === null ? from : Math.floor((from + to) / 2)
}

function firstDay({ calendar, year, month, day }: DatePoint): number {
  return numberOf(calendar, { year, month: month || 1, day: day || 1 })
}

function lastDay({ calendar, year, month, day }: DatePoint): number {
  const last = month || 12
  const julianLeap = calendar === 'julian' && last === 2 && year % 4 === 0
  return numberOf(calendar, { year, month: last, day: day || (julianLeap ? 29 : daysInMonth(year, last)) })
}

function numberOf(calendar: DatePoint['calendar'], day: CalendarDay): number {
  return calendar === 'julian' ? dayOfJulian(day) : dayOfGregorian(day)
}
