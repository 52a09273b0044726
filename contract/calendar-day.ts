/** Day numbers: days since 0001-01-01 of the proleptic Gregorian calendar. They sort correctly, also before Christ. */

/** The number of days before 1 March of the year 0, from which the calculations below count. */
const FROM_MARCH_OF_YEAR_ZERO = 306

export type CalendarDay = { year: number; month: number; day: number }

/** The day number of a Gregorian date. Year 0 is 1 BC. */
export function dayOfGregorian({ year, month, day }: CalendarDay): number {
  const y = month > 2 ? year : year - 1
  return (
    365 * y +
    Math.floor(y / 4) -
    Math.floor(y / 100) +
    Math.floor(y / 400) +
    dayOfYearFromMarch(month, day) -
    FROM_MARCH_OF_YEAR_ZERO
  )
}

/** The day number of a date in the Julian calendar, which old registers use. */
export function dayOfJulian({ year, month, day }: CalendarDay): number {
  const y = month > 2 ? year : year - 1
  return 365 * y + Math.floor(y / 4) + dayOfYearFromMarch(month, day) - FROM_MARCH_OF_YEAR_ZERO - 2
}

/** The number of days in a month; 0 for a month that does not exist. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

/** The year that a day number lies in; 0 is 1 BC. */
export function yearOfDay(day: number): number {
  const guess = Math.floor((day - 1) / 365.2425) + 1
  if (dayOfGregorian({ year: guess + 1, month: 1, day: 1 }) <= day) return guess + 1
  return dayOfGregorian({ year: guess, month: 1, day: 1 }) > day ? guess - 1 : guess
}

function dayOfYearFromMarch(month: number, day: number): number {
  return Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}
