import { isDeepStrictEqual } from 'node:util'
import { cutText } from '#contract/cut-text.ts'
import type { DatePoint, FamilyDate } from '#contract/family-date.ts'
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

/** What is between the brackets of `INT 31 DEC 1997 (about New Year)`, and the date before them. */
const IN_BRACKETS = /^(?:INT\s+)?([^(]*)\(([\s\S]*)\)$/i

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
  const date = readValue(phrase === inside.trim() && phrase !== '' ? before : said)
  if (!date) return phrase || said.trim()
  if (phrase === '') return writeDate(date)
  const isSame = isDeepStrictEqual(readDate(phrase.slice(0, DATE_MAX)), date)
  return isSame ? phrase : withWords(writeDate(date), phrase)
}

/**
 * How a date stands in the key by which a later import knows a person again: words took its place at first, and two years were read as
 * the first of them. A file that comes again must not bring people in twice. It must stay as it is.
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
  const date = isWords || first.includes('/') ? null : readValue(first)
  return date ? writeDate(date) : said.trim()
}

const readValue = (value: string): FamilyDate | null =>
  readDate(value.replace(shortYear, (_, month, year) => `${month} ${year.padStart(4, '0')}`))

const withWords = (date: string, words: string) =>
  `${date} (${cutText(words, limits.shortText - date.length - ' ()'.length).trimEnd()})`

/** The words beside a date, without the date where they are to be read as `dateFrom` writes them. */
function wordsIn(text: string, date: FamilyDate): string {
  const written = writeDate(date)
  const words =
    text.startsWith(`${written} (`) && text.endsWith(')') ? text.slice(written.length + 2, -1) : ''
  const isWhole = words !== '' && words === words.trim() && !isDeepStrictEqual(readDate(words), date)
  return isWhole ? words : text
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
  const words = wordsIn(text, date)
  if (version === '7.0') return line(value, words)
  return line(date.modifier === 'exact' ? `INT ${value} (${words})` : `(${text})`)
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
