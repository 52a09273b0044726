import { cutText } from '#contract/cut-text.ts'
import type { DatePoint, FamilyDate } from '#contract/family-date.ts'
import { readDate, writeDate } from '#contract/family-date-text.ts'
import { limits } from '#contract/limits.ts'
import { type FileDate, readOtherCalendar } from './other-calendars.ts'
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

/** What is between the brackets of `INT 31 DEC 1997 (about New Year)`, and the date before them. */
const IN_BRACKETS = /^(?:INT\s)?([^(]*)\(([\s\S]*)\)$/i

/**
 * The date of an event in the words that Kinora writes. Words that say something else than the date follow it in brackets; where
 * there is no date they are taken as they stand. Empty without a DATE line.
 */
export function dateFrom(event: GedcomNode | undefined): string {
  const line = child(event, 'DATE')
  if (!line) return ''
  const said = line.value.slice(0, DATE_MAX)
  const [, before = '', inside = ''] = IN_BRACKETS.exec(said) ?? []
  const phrase = child(line, 'PHRASE')?.value.trim() || inside.trim()
  const words = readAny(withLongYears(phrase === inside.trim() && phrase !== '' ? before : said))?.words
  if (words === undefined) return phrase || said.trim()
  if (phrase === '') return words
  return readAny(phrase.slice(0, DATE_MAX))?.words === words ? phrase : withWords(words, phrase)
}

/**
 * How a date stands in the key by which a later import knows a person again: words took its place at first, two years were read as the
 * first of them, and other calendars were not read. A file that comes again must not bring people in twice. It must stay as it is.
 */
export function dateInKey(event: GedcomNode | undefined): string {
  const line = child(event, 'DATE')
  if (!line) return ''
  const said = line.value.slice(0, DATE_MAX)
  const phrase = child(line, 'PHRASE')?.value.trim() || /^(?:INT [^(]*)?\(([\s\S]*)\)$/.exec(said)?.[1]
  if (phrase) return phrase
  const isWords = said.includes('(') && !/^\s*int\s/i.test(said)
  // The second of two years, as in 11 FEB 1731/32, was passed over.
  const first = said.replace(/(?<=(?:^\s*|[a-z@]\.?,?\s+)\d{1,4})\/\d\d(?!\d)/gi, '')
  const date = isWords || first.includes('/') ? null : readDate(withLongYears(first))
  return date ? writeDate(date) : said.trim()
}

const withLongYears = (value: string) =>
  value.replace(shortYear, (_, month, year) => `${month} ${year.padStart(4, '0')}`)

function readAny(text: string): FileDate | null {
  const date = readDate(text)
  if (!date) return readOtherCalendar(text)
  return {
    words: writeDate(date),
    isExact: date.modifier === 'exact',
    valueIn: (version) => valueIn(date, version),
  }
}

const withWords = (date: string, words: string) =>
  `${date} (${cutText(words, limits.shortText - date.length - ' ()'.length).trimEnd()})`

/** The words beside a date, without the date where they are to be read as `dateFrom` writes them. */
function wordsIn(text: string, date: string): string {
  const words = text.startsWith(`${date} (`) && text.endsWith(')') ? text.slice(date.length + 2, -1) : ''
  const isWhole = words !== '' && words === words.trim() && readAny(words)?.words !== date
  return isWhole ? words : text
}

/** A date as a DATE line of either version; words that a GEDCOM date cannot express go into a phrase. */
export function dateLine(text: string, version: GedcomVersion): GedcomNode | null {
  if (text === '') return null
  const line = (value: string, phrase?: string): GedcomNode => ({
    xref: '',
    tag: 'DATE',
    value,
    children: phrase === undefined ? [] : [{ xref: '', tag: 'PHRASE', value: phrase, children: [] }],
  })
  const date = readAny(text)
  if (!date) return version === '7.0' ? line('', text) : line(`(${text})`)

  const value = date.valueIn(version)
  // An earlier import kept the dates of other calendars as the file had them.
  const isOfFile = readDate(text) === null && [date.valueIn('5.5.1'), date.valueIn('7.0')].includes(text)
  if (isOfFile || date.words === text) return line(value)
  const words = wordsIn(text, date.words)
  if (version === '7.0') return line(value, words)
  return line(date.isExact ? `INT ${value} (${words})` : `(${text})`)
}

function valueIn({ modifier, start, end }: FamilyDate, version: GedcomVersion): string {
  const points = [start, end].flatMap((point) => (point ? [pointIn(point, version)] : []))
  const [first = '', second = ''] = points
  return {
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
  }[modifier]
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
