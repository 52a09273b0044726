import { readDate, writeDate } from '#contract/family-date-text.ts'
import { shownDate } from '../../lib/shown-date.ts'

/** The sentence below the field of a date: how what was typed is understood, and why if it is not. */
export function dateHint(text: string): string {
  if (text.trim() === '') return 'For example 2 May 1943, 1943, about 1943, before 1950.'
  const date = readDate(text)
  if (date) return `Read as: ${shownDate(writeDate(date))}`
  // A leap year, so that 29 February is a day, too.
  return readDate(`${text} 1944`)
    ? 'Kept as you wrote it; without a year it cannot be sorted as a date.'
    : 'Kept as you wrote it; it cannot be sorted as a date.'
}
