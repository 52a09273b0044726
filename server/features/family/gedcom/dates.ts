import type { DatePoint } from '#contract/family-date.ts'
import { readDate, writeDate } from '#contract/family-date-text.ts'
import { limits } from '#contract/limits.ts'
import type { GedcomVersion } from './own-family.ts'
import { child, type GedcomNode } from './records.ts'

/**
 * Five times what is kept of a date. No more is parsed, because a regular expression may go through the text again for each of
 * its characters.
 */
const DATE_MAX = 5 * limits.shortText

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
/** A month and its year of one or two digits: a day never follows its month in GEDCOM, though some programs write "MAY 5, 1943". */
const shortYear = new RegExp(`\\b(${months.join('|')})\\s+(\\d{1,2})(?![\\d,]|\\s+\\d)`, 'gi')

/** The date of an event in the words that Kinora writes; a phrase is taken as it stands. Empty without a DATE line. */
export function dateFrom(event: GedcomNode | undefined): string {
  const line = child(event, 'DATE')
  if (!line) return ''
  const said = line.value.slice(0, DATE_MAX)
  const phrase = child(line, 'PHRASE')?.value.trim() || /^(?:INT [^(]*)?\(([\s\S]*)\)$/.exec(said)?.[1]
  if (phrase) return phrase
  const date = readDate(said.replace(shortYear, (_, month, year) => `${month} ${year.padStart(4, '0')}`))
  return date ? writeDate(date) : (phrase ?? said.trim())
}

/** A date as a DATE line of either version; words that a GEDCOM date cannot express go into a phrase. */
export function dateLine(text: string, version: GedcomVersion): GedcomNode | null {
  if (text === '') return null
  const date = readDate(text)
  const isPlain = date !== null && writeDate(date) === text
  const line = (value: string, phrase?: string): GedcomNode => ({
    xref: '',
    tag: 'DATE',
    value,
    children: phrase === undefined ? [] : [{ xref: '', tag: 'PHRASE', value: phrase, children: [] }],
  })
  if (!date) return version === '7.0' ? line('', text) : line(`(${text})`)

  const points = [date.start, date.end].flatMap((point) => (point ? [pointIn(point, version)] : []))
  const [first = '', second = ''] = points
  const value = {
    exact: first,
    about: `ABT ${first}`,
    calculated: `CAL ${first}`,
    estimated: `EST ${first}`,
    before: `BEF ${first}`,
    after: `AFT ${first}`,
    from: `FROM ${first}`,
    to: `TO ${first}`,
    between: `BET ${first} AND ${second}`,
    span: `FROM ${first} TO ${second}`,
  }[date.modifier]
  if (isPlain) return line(value)
  if (version === '7.0') return line(value, text)
  return line(date.modifier === 'exact' ? `INT ${value} (${text})` : `(${text})`)
}

function pointIn({ calendar, year, month, day }: DatePoint, version: GedcomVersion): string {
  const julian = version === '7.0' ? 'JULIAN' : '@#DJULIAN@'
  const era = version === '7.0' ? 'BCE' : 'B.C.'
  return [
    calendar === 'julian' ? julian : '',
    day || '',
    months[month - 1] ?? '',
    year > 0 ? year : 1 - year,
    year > 0 ? '' : era,
  ]
    .filter((part) => part !== '')
    .join(' ')
}
