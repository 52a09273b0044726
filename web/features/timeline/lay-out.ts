import { dayOfGregorian, yearOfDay } from '#contract/calendar-day.ts'
import { rangeOf, sortingDay } from '#contract/family-date.ts'
import { bareDate, readDate } from '#contract/family-date-text.ts'
import { shownDate } from '../../lib/shown-date.ts'
import { Heap } from './heap.ts'

/** A year with its elapsed fraction: 1943.5 is the middle of 1943. */
export type Year = number

/** The span of a life, and whether each end is known exactly. */
export type Life = {
  id: string
  name: string
  from: Year
  to: Year
  isFromSure: boolean
  isToSure: boolean
  /** The span in words: "born about 1931, died 2004". */
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

/** The length, in years, at which a life with only one known end is drawn; the other end fades out. */
const usualLife = 70
/** Somebody born more years ago than this is not assumed to be alive. */
const longestLife = 105

export function yearOf(day: number): Year {
  const year = yearOfDay(day)
  const first = dayOfGregorian({ year, month: 1, day: 1 })
  return year + (day - first) / (dayOfGregorian({ year: year + 1, month: 1, day: 1 }) - first)
}

/**
 * A year of three digits or more, or one before our era. Whoever wrote "2 May 43" or "c. 43" hardly meant antiquity, to which the
 * timeline would reach back.
 */
const hasFullYear = (text: string) => /\d{3}|\d\s*b\.?c/i.test(text)

/** The year of a date as people write it; null if the text is no date or has no year. */
export function whenOf(text: string): { year: Year; isSure: boolean } | null {
  const date = hasFullYear(bareDate(text)) ? readDate(text) : null
  const day = date ? sortingDay(rangeOf(date)) : null
  if (date === null || day === null) return null
  return { year: yearOf(day), isSure: date.modifier === 'exact' }
}

/**
 * The year of a story. If its date is not in a format of ours, the years mentioned in it count, or the middle
 * between them; if it mentions none, as in "December 24", the day the story was added. `Date.parse` is not used for such texts: one
 * browser takes "when I was 7" for a day in 2001, and others reject "summer 1952".
 */
export function whenTold(date: string, added: Year): { year: Year; isSure: boolean } {
  const said = whenOf(date)
  if (said) return said
  // Letters may touch a year, as in "1950er" and "AD1952"; further digits may not.
  const years = [...date.matchAll(/(?<!\d)[12]\d{3}(?!\d)/g)].map(Number)
  if (years.length === 0) return { year: added, isSure: date.trim() === '' }
  return { year: (Math.min(...years) + Math.max(...years) + 1) / 2, isSure: false }
}

/** A life for the timeline; null if no year is known of the person. */
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
  const born = birth ? `born ${shownDate(birth)}` : 'birth not known'
  if (death) return `${born}, died ${shownDate(death)}`
  return isLiving ? born : `${born}, death not known`
}

/** The row from the top, starting at 0: items that would overlap are in different rows. */
export type Placed<T> = T & { row: number }

/**
 * Puts each item into the first row in which it overlaps nothing. `widthOf` is the item's
 * length including its text, in the same unit as `startOf`.
 */
export function inRows<T>(
  things: readonly T[],
  startOf: (thing: T) => number,
  widthOf: (thing: T) => number,
): Placed<T>[] {
  const taken = new Heap<{ row: number; end: number }>(({ end }) => end)
  const free = new Heap<number>((row) => row)
  let rows = 0
  return things
    .toSorted((a, b) => startOf(a) - startOf(b))
    .map((thing) => {
      const start = startOf(thing)
      for (let first = taken.lowest; first && first.end <= start; first = taken.lowest) {
        taken.take()
        free.add(first.row)
      }
      const row = free.take() ?? rows
      rows = Math.max(rows, row + 1)
      taken.add({ row, end: start + widthOf(thing) })
      return { ...thing, row }
    })
}

const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500]

/** The years to label on the axis, spaced so that the labels do not touch at this scale. */
export function ticksOf(from: Year, to: Year, pixelsPerYear: number): number[] {
  const step = steps.find((each) => each * pixelsPerYear >= 72) ?? 1000
  const first = Math.ceil(from / step) * step
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / step) + 1) },
    (_, at) => first + at * step,
  )
}
