import { expect, test } from 'vitest'
import { readDate, writeDate } from '#contract/family-date-text.ts'
import { limits } from '#contract/limits.ts'
import { dateFrom, dateLine } from './dates.ts'
import type { GedcomVersion } from './own-family.ts'
import { recordsOf } from './records.ts'
import { writeRecords } from './write-lines.ts'

/** An event with the given lines below it, as a file of that version has it. */
function event(version: GedcomVersion, ...lines: string[]) {
  const text = ['0 HEAD', '1 GEDC', `2 VERS ${version}`, '0 BIRT', ...lines, '0 TRLR'].join('\n')
  return (
    [...recordsOf(text, () => expect.unreachable())].find((record) => record?.tag === 'BIRT') ?? undefined
  )
}
const told = (version: GedcomVersion, ...lines: string[]) => dateFrom(event(version, ...lines))
const written = (version: GedcomVersion, text: string) => {
  const date = dateLine(text, version)
  const node = { xref: '', tag: 'BIRT', value: '', children: date ? [date] : [] }
  return [...writeRecords([node], version)].join('').trim().split('\r\n').slice(1)
}
const rewritten = (text: string) => {
  const date = readDate(text)
  return date && writeDate(date)
}

test.each<[string, GedcomVersion, ...string[]]>([
  [
    '1852-06-24 (During the feast of St John)',
    '7.0',
    '1 DATE 24 JUN 1852',
    '2 PHRASE During the feast of St John',
  ],
  ['1649-01-30 (30th of January, 1648/9)', '7.0', '1 DATE 30 JAN 1649', '2 PHRASE 30th of January, 1648/9'],
  ['1997-12-31 (about New Year)', '5.5.1', '1 DATE INT 31 DEC 1997 (about New Year)'],
  ['between 1648 and 1649 (16|48-9)', '7.0', '1 DATE BET 1648 AND 1649', '2 PHRASE 16|48-9'],
])('a date is kept beside its words, as %s, and comes back as it went out', (text, version, ...lines) => {
  expect(told(version, ...lines)).toBe(text)
  expect(readDate(text)).not.toBeNull()
  expect(readDate(text)).toEqual(readDate(text.replace(/ \(.*/, '')))
  expect(written(version, text)).toEqual(lines)
  for (const other of ['5.5.1', '7.0'] as const) expect(told(other, ...written(other, text))).toBe(text)
})

test('words that say the same as their date stand alone, and words without one are all that is known', () => {
  expect(told('7.0', '1 DATE 2 MAY 1943', '2 PHRASE 2 May 1943')).toBe('2 May 1943')
  expect(told('5.5.1', '1 DATE INT 2 MAY 1943 (2 May 1943)')).toBe('2 May 1943')
  expect(told('7.0', '1 DATE', '2 PHRASE in spring')).toBe('in spring')
  expect(told('5.5.1', '1 DATE INT soon (in spring)')).toBe('in spring')
  expect(told('5.5.1', '1 DATE 1943 (in spring)')).toBe('1943 (in spring)')
  expect(written('7.0', '2 MAY 1943')).toEqual(['1 DATE 2 MAY 1943', '2 PHRASE 2 MAY 1943'])
})

test('words that are too long beside their date are cut, and not the date', () => {
  const text = told('7.0', '1 DATE 2 MAY 1943', `2 PHRASE ${'word '.repeat(100)}`)
  expect(text.length).toBeLessThanOrEqual(limits.shortText)
  expect(rewritten(text)).toBe('1943-05-02')
})

test.each([
  '1943 ( by the door )',
  '1943-05-02 (2 May 1943)',
  'about 1943 (or so)',
  '1943 ((or so)',
  '1943 (x) y',
])('the words of a date come back as they were typed: %s', (text) => {
  for (const version of ['5.5.1', '7.0'] as const) expect(told(version, ...written(version, text))).toBe(text)
})

test.each([
  ['11 FEB 1731/32', '1732-02-11', '11 FEB 1732'],
  ['@#DJULIAN@ 30 JAN 1648/9', 'julian 30 January 1649', '@#DJULIAN@ 30 JAN 1649'],
  ['1699/00', 'between 1699 and 1700', 'BET 1699 AND 1700'],
])('the dual year of %s is the one that begins in January: %s', (said, date, value) => {
  expect(told('5.5.1', `1 DATE ${said}`)).toBe(date)
  expect(written('5.5.1', date)).toEqual([`1 DATE ${value}`])
  for (const version of ['5.5.1', '7.0'] as const) {
    const typed = said.replace('@#DJULIAN@', 'julian')
    expect(readDate(told(version, ...written(version, typed)))).toEqual(readDate(date))
  }
})

test.each([
  ['@#DHEBREW@ 2 TVT 5758', 'Hebrew 2 Tevet 5758', 'HEBREW 2 TVT 5758'],
  ['@#DHEBREW@ ADS 5758', 'Hebrew Adar Sheni 5758', 'HEBREW ADS 5758'],
  ['@#DFRENCH R@ 12 GERM 10', 'French Republican 12 Germinal 10', 'FRENCH_R 12 GERM 10'],
  ['ABT @#DFRENCH R@ 3', 'about French Republican 3', 'ABT FRENCH_R 3'],
  [
    'BET @#DFRENCH R@ VEND 1 AND @#DFRENCH R@ 5 COMP 2',
    'between French Republican Vendémiaire 1 and French Republican 5 Jour complémentaire 2',
    'BET FRENCH_R VEND 1 AND FRENCH_R 5 COMP 2',
  ],
])('the date %s is told as %s, and leaves as a date of either version', (old, text, seven) => {
  expect(told('5.5.1', `1 DATE ${old}`)).toBe(text)
  expect(told('7.0', `1 DATE ${seven}`)).toBe(text)
  expect(written('5.5.1', text)).toEqual([`1 DATE ${old}`])
  expect(written('7.0', text)).toEqual([`1 DATE ${seven}`])
  // Earlier imports kept what the file says.
  expect(written('5.5.1', seven)).toEqual([`1 DATE ${old}`])
  expect(written('7.0', old)).toEqual([`1 DATE ${seven}`])
})

test('words beside a date of another calendar stay, and what is no date of it is kept as it stands', () => {
  const text = 'Hebrew 2 Tevet 5758 (the day of the fair)'
  expect(told('5.5.1', '1 DATE INT @#DHEBREW@ 2 TVT 5758 (the day of the fair)')).toBe(text)
  expect(told('7.0', '1 DATE HEBREW 2 TVT 5758', '2 PHRASE the day of the fair')).toBe(text)
  for (const version of ['5.5.1', '7.0'] as const) {
    for (const typed of [text, 'hebrew 2 tevet 5758', 'about hebrew 5758', 'Hebrew * 2 Tevet 5758']) {
      expect(told(version, ...written(version, typed))).toBe(typed)
    }
  }
  for (const odd of ['@#DHEBREW@ 2 MAY 5758', 'ON @#DHEBREW@ 5758', '@#DHEBREW@ 2 TVT 57589']) {
    expect(told('5.5.1', `1 DATE ${odd}`)).toBe(odd)
  }
})
