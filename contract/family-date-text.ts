import { type CalendarDay, daysInMonth } from '#contract/calendar-day.ts'
import { type DateModifier, type DatePoint, type FamilyDate, rangeOf } from '#contract/family-date.ts'

const months = 'january february march april may june july august september october november december'.split(
  ' ',
)

const modifierWords: Record<string, DateModifier> = {
  about: 'about',
  abt: 'about',
  around: 'about',
  circa: 'about',
  ca: 'about',
  c: 'about',
  calculated: 'calculated',
  cal: 'calculated',
  estimated: 'estimated',
  est: 'estimated',
  before: 'before',
  bef: 'before',
  after: 'after',
  aft: 'after',
  from: 'from',
  since: 'from',
  to: 'to',
  until: 'to',
}
/** "May 5" says a month and a day, and no year. GEDCOM means May of the year 5 by it, which its import writes as "May 0005". */
const withoutYear = /^[a-z]{3,9}\.?,? (?:[0-2]?\d|3[01])(?:\/\d{1,2})?$/
const modifierPattern = new RegExp(`^(${Object.keys(modifierWords).join('|')})\\b\\.?\\s*(.+)$`)

/**
 * Reads a date as people and GEDCOM write it: `1943`, `2 May 1943`, `1943-05-02`, `about 1943`, `BEF 1950`,
 * `between 1940 and 1945`, `FROM 1940 TO 1945`, `the 1940s`, `44 BC`, `@#DJULIAN@ 25 OCT 1917`. Words in brackets may follow it.
 * @returns null for what cannot be read; the text itself is kept all the same
 */
export function readDate(text: string): FamilyDate | null {
  const said = text.trim().toLowerCase().replace(/\s+/g, ' ').replace(/\.$/, '')
  const bare = bareDate(said)
  if (bare !== said) return readDate(bare)

  const between = /^(?:bet|between)\.? (.+) and (.+)$/.exec(said)
  if (between) return twoPoints('between', between[1], between[2])
  const span = /^from (.+) (?:to|until) (.+)$/.exec(said)
  if (span) return twoPoints('span', span[1], span[2])
  const dual = /^((?:@#d\w+@|julian) )?(\d{3,4})\/(\d{1,2}|\d{4})$/.exec(said)
  if (dual && isNextYear(dual[2], dual[3])) {
    const [, calendar = '', year] = dual
    return twoPoints('between', `${calendar}${year}`, `${calendar}${Number(year) + 1}`)
  }
  const decade = /^(?:(?:in )?the )?(\d{3}0)s$/.exec(said)
  if (decade) return twoPoints('between', decade[1], String(Number(decade[1]) + 9))

  const modified = modifierPattern.exec(said)
  const modifier = modified?.[1] ? modifierWords[modified[1]] : undefined
  const start = readPoint(modified?.[2] ?? said)
  return start ? { modifier: modifier ?? 'exact', start, end: null } : null
}

/** A date without the words that may follow it in brackets, and without the INT that GEDCOM then puts before it. */
export function bareDate(text: string): string {
  const words = text.endsWith(')') ? text.indexOf(' (') : -1
  return (words === -1 ? text : text.slice(0, words)).replace(/^int /i, '')
}

/** Writes a date as Kinora does: `1943-05-02`, `about 1943`, `between 1940 and 1945`. */
export function writeDate({ modifier, start, end }: FamilyDate): string {
  const [first, second] = [writePoint(start), end ? writePoint(end) : '']
  switch (modifier) {
    case 'exact':
      return first
    case 'between':
      return `between ${first} and ${second}`
    case 'span':
      return `from ${first} to ${second}`
    default:
      return `${modifier} ${first}`
  }
}

function twoPoints(
  modifier: 'between' | 'span',
  first: string | undefined,
  second: string | undefined,
): FamilyDate | null {
  const [start, end] = [readPoint(first ?? ''), readPoint(second ?? '')]
  if (!start || !end) return null
  const date: FamilyDate = { modifier, start, end }
  const { from, to } = rangeOf(date)
  return from !== null && to !== null && from > to ? { modifier, start: end, end: start } : date
}

function readPoint(text: string): DatePoint | null {
  const calendar = /^@#d(gregorian|julian)@ (.+)$|^(gregorian|julian) (.+)$/.exec(text)
  const plain = (calendar?.[2] ?? calendar?.[4] ?? text).trim()
  const isJulian = (calendar?.[1] ?? calendar?.[3]) === 'julian'
  const era = /^(.+?) ?(bce|bc|b\.c)\.?$/.exec(plain)
  if (!calendar && !era && withoutYear.test(plain)) return null
  const parts = readParts(era?.[1] ?? plain)
  // The calendar has no year 0.
  if (!parts || parts.year === 0) return null

  const day = { ...parts, year: era ? 1 - parts.year : parts.year }
  return isReal(day) ? { calendar: isJulian ? 'julian' : 'gregorian', ...day } : null
}

function readParts(text: string): CalendarDay | null {
  const iso = /^(\d{3,4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(text)
  if (iso) return asNumbers(iso[1], iso[2] ?? '0', iso[3] ?? '0')

  const dual = /^((?:.* )?\d{1,4})\/(\d{1,2}|\d{4})$/.exec(text)
  if (dual) return readDual(dual[1], dual[2])
  const worded = readWorded(text)
  if (worded) return worded
  const american = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{1,4})$/.exec(text)
  if (american) return asNumbers(american[3], monthOf(american[1]), american[2])
  const dotted = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(text)
  if (dotted) return asNumbers(dotted[3], dotted[2], dotted[1])
  return null
}

function readWorded(text: string): CalendarDay | null {
  const worded = /^(?:(?:(\d{1,2})\.? )?([a-z]{3,9})\.?,? )?(\d{1,4})$/.exec(text)
  return worded ? asNumbers(worded[3], worded[2] ? monthOf(worded[2]) : '0', worded[1] ?? '0') : null
}

/**
 * Reads a dual year, 1731/32 or 1648/9. Where years began on 25 March, the days before it were in the first of the two years, and are
 * in the second one as everybody counts now (GEDCOM 7 makes 30 JAN 1649 of "30 January, 1648/9").
 */
function readDual(text = '', second = ''): CalendarDay | null {
  // "5/6" is a day and a month.
  if (second.length === 1 && !/\d{3}$/.test(text)) return null
  const day = readWorded(text)
  const isNext = day !== null && isNextYear(String(day.year), second)
  if (!day || (!isNext && second.length !== 2)) return null
  const isBefore = day.month > 0 && (day.month < 3 || (day.month === 3 && day.day < 25))
  return isNext && isBefore ? { ...day, year: day.year + 1 } : day
}

const isNextYear = (year = '', second = '') =>
  String(Number(year) + 1)
    .padStart(2, '0')
    .endsWith(second)

const asNumbers = (year = '', month = '0', day = '0'): CalendarDay => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
})

/** Whether the day exists. 29 February is accepted in every fourth year, because the date may be Julian. */
function isReal({ year, month, day }: CalendarDay): boolean {
  if (month < 0 || month > 12) return false
  return day <= (month === 2 && year % 4 === 0 ? 29 : daysInMonth(year, month))
}

function monthOf(word = ''): string {
  const found = months.findIndex(
    (month) =>
      month === word ||
      (word.length <= 4 && month.startsWith(word.slice(0, 3)) && (word.length === 3 || word === 'sept')),
  )
  return String(found === -1 ? -1 : found + 1)
}

function writePoint({ calendar, year, month, day }: DatePoint): string {
  const shown = year > 0 ? year : 1 - year
  const isPlain = year > 0 && calendar === 'gregorian'
  const name = months[month - 1] ?? ''
  const long = name.charAt(0).toUpperCase() + name.slice(1)
  const words = [day || '', long, shown].filter(Boolean).join(' ')
  const iso = [String(shown).padStart(4, '0'), month, day]
    .filter((part) => part !== 0)
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
  if (isPlain) return shown < 100 && month === 0 ? String(shown) : iso
  return `${calendar === 'julian' ? 'julian ' : ''}${words}${year > 0 ? '' : ' BC'}`
}
