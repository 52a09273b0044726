import { dayOfGregorian, yearOfDay } from '#contract/calendar-day.ts'
import { rangeOf, sortingDay } from '#contract/family-date.ts'
import { readDate } from '#contract/family-date-text.ts'

/** A year with its part that has passed: 1943.5 is the middle of it. */
export type Year = number

/** From and to, with how far each may be off; open where nothing is known of that side. */
export type Life = {
  id: string
  name: string
  from: Year
  to: Year
  isFromSure: boolean
  isToSure: boolean
  /** In words: "about 1931 to 2004". */
  words: string
}
export type Told = { id: string; title: string; year: Year; isSure: boolean; words: string }

export type PersonDates = {
  id: string
  name: string
  dateOfBirth: string
  dateOfDeath: string
  isDeceased: boolean
}

/** How long a life is drawn of which only one end is known; its other end fades. */
const usualLife = 70
/** Longer than this before today, and nobody is taken to be living. */
const longestLife = 105

export function yearOf(day: number): Year {
  const year = yearOfDay(day)
  const first = dayOfGregorian({ year, month: 1, day: 1 })
  return year + (day - first) / (dayOfGregorian({ year: year + 1, month: 1, day: 1 }) - first)
}

/** Where a date as people write it lies; null where it says nothing. */
export function whenOf(text: string): { year: Year; isSure: boolean } | null {
  const date = text.trim() === '' ? null : readDate(text)
  const day = date ? sortingDay(rangeOf(date)) : null
  if (date === null || day === null) return null
  return { year: yearOf(day), isSure: date.modifier === 'exact' }
}

/**
 * Where a story lies. A date in other words than ours lies in the year that they name, or between those; where they name
 * none, the story lies at the day it was added. What browsers make of such words is not asked: to one of them "when I was
 * 7" is a day in 2001, and to others "summer 1952" is none at all.
 */
export function whenTold(date: string, added: Year): { year: Year; isSure: boolean } {
  const said = whenOf(date)
  if (said) return said
  const years = [...date.matchAll(/\b[12]\d{3}\b/g)].map(Number)
  if (years.length === 0) return { year: added, isSure: date.trim() === '' }
  return { year: (Math.min(...years) + Math.max(...years) + 1) / 2, isSure: false }
}

/** A life on the line; null for somebody of whom no year is known. */
export function lifeOf(person: PersonDates, today: Year): Life | null {
  const { id, name, dateOfBirth, dateOfDeath, isDeceased } = person
  const birth = whenOf(dateOfBirth)
  const death = whenOf(dateOfDeath)
  if (birth === null && death === null) return null

  const from = birth?.year ?? (death?.year ?? today) - usualLife
  const isLiving = death === null && !isDeceased && today - from < longestLife
  const to = death?.year ?? (isLiving ? today : Math.min(from + usualLife, today))
  return {
    id,
    name,
    from: Math.min(from, to),
    to,
    isFromSure: birth?.isSure ?? false,
    isToSure: death?.isSure ?? isLiving,
    words: lifeWords(dateOfBirth, dateOfDeath, isLiving),
  }
}

function lifeWords(birth: string, death: string, isLiving: boolean): string {
  const born = birth ? `born ${birth}` : 'birth not known'
  if (death) return `${born}, died ${death}`
  return isLiving ? born : `${born}, death not known`
}

/** A number that is smaller the higher it stands: things that would touch come below each other. */
export type Placed<T> = T & { row: number }

/**
 * Gives each thing the first row in which it touches nothing. `widthOf` says how long it is, its words included, in the
 * same measure as `startOf`.
 */
export function inRows<T>(
  things: readonly T[],
  startOf: (thing: T) => number,
  widthOf: (thing: T) => number,
): Placed<T>[] {
  const ends: number[] = []
  return things
    .toSorted((a, b) => startOf(a) - startOf(b))
    .map((thing) => {
      const start = startOf(thing)
      const free = ends.findIndex((end) => end <= start)
      const row = free === -1 ? ends.length : free
      ends[row] = start + widthOf(thing)
      return { ...thing, row }
    })
}

const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500]

/** The years that are written on the line, so that they do not touch at so many pixels a year. */
export function ticksOf(from: Year, to: Year, pixelsPerYear: number): number[] {
  const step = steps.find((each) => each * pixelsPerYear >= 72) ?? 1000
  const first = Math.ceil(from / step) * step
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / step) + 1) },
    (_, at) => first + at * step,
  )
}
