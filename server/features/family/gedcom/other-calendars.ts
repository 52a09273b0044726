import { bareDate } from '#contract/family-date-text.ts'
import type { GedcomVersion } from './own-family.ts'

/** A date of a file: in the words that Kinora writes, and as the value of a DATE line. */
export type FileDate = { words: string; isExact: boolean; valueIn: (version: GedcomVersion) => string }

type Calendar = { words: string; names: Record<GedcomVersion, string>; months: Map<string, string> }

const monthsOf = (list: string) =>
  new Map(
    list
      .split(', ')
      .map((month) => [month.slice(0, month.indexOf(' ')), month.slice(month.indexOf(' ') + 1)]),
  )

/** The two further calendars of GEDCOM. Their dates are not converted, and so not sorted, but come in and go out as dates. */
const calendars = [
  {
    words: 'Hebrew',
    names: { '5.5.1': '@#DHEBREW@', '7.0': 'HEBREW' },
    months: monthsOf(
      'TSH Tishrei, CSH Cheshvan, KSL Kislev, TVT Tevet, SHV Shevat, ADR Adar, ADS Adar Sheni, NSN Nisan, IYR Iyar, ' +
        'SVN Sivan, TMZ Tammuz, AAV Av, ELL Elul',
    ),
  },
  {
    words: 'French Republican',
    names: { '5.5.1': '@#DFRENCH R@', '7.0': 'FRENCH_R' },
    months: monthsOf(
      'VEND Vendémiaire, BRUM Brumaire, FRIM Frimaire, NIVO Nivôse, PLUV Pluviôse, VENT Ventôse, GERM Germinal, ' +
        'FLOR Floréal, PRAI Prairial, MESS Messidor, THER Thermidor, FRUC Fructidor, COMP Jour complémentaire',
    ),
  },
].map((calendar: Calendar) => ({ ...calendar, pattern: dayOf(calendar) }))

/** A day in words or in GEDCOM: the calendar, a day and a month if they are known, and a year. */
function dayOf({ words, names, months }: Calendar): RegExp {
  const calendar = [...Object.values(names), words].join('|')
  const month = [...months].flat().join('|')
  return new RegExp(`(?:${calendar}) (?:(?:(\\d{1,2}) )?(${month}) )?(\\d{1,4})(?!\\d)`, 'giu')
}

/** The forms of a date, with a star for each of its days, in words and in GEDCOM. */
const forms = [
  ['*', '*'],
  ['about *', 'ABT *'],
  ['calculated *', 'CAL *'],
  ['estimated *', 'EST *'],
  ['before *', 'BEF *'],
  ['after *', 'AFT *'],
  ['from * to *', 'FROM * TO *'],
  ['from *', 'FROM *'],
  ['to *', 'TO *'],
  ['between * and *', 'BET * AND *'],
] as const

/** Reads a Hebrew or French Republican date, in our words or as either version has it; words in brackets may follow it. */
export function readOtherCalendar(text: string): FileDate | null {
  const said = bareDate(text.trim().replace(/\s+/g, ' '))
  for (const calendar of calendars) {
    const days: string[][] = []
    const form = said.replace(calendar.pattern, (_, ...parts) => {
      days.push(parts.slice(0, 3))
      return '*'
    })
    const found = forms.find((either) => either.some((one) => one.toLowerCase() === form.toLowerCase()))
    if (found && days.length === found[0].split('*').length - 1) return dateOf(calendar, found, days)
  }
  return null
}

function dateOf(calendar: Calendar, [words, value]: (typeof forms)[number], days: string[][]): FileDate {
  const months = [...calendar.months]
  const filled = (form: string, name: string, place: 0 | 1) => {
    const written = days.map(([day, month = '', year]) => {
      const known = months.find((names) => names.some((one) => one.toLowerCase() === month.toLowerCase()))
      return [name, day, known?.[place], year].filter(Boolean).join(' ')
    })
    return form.replace(/\*/g, () => written.shift() ?? '')
  }
  return {
    words: filled(words, calendar.words, 1),
    isExact: words === '*',
    valueIn: (version) => filled(value, calendar.names[version], 0),
  }
}
