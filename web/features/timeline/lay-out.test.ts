import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inRows, lifeOf, ticksOf, whenOf, whenTold } from './lay-out.ts'

const person = { id: 'p', name: 'Rosa', dateOfBirth: '', dateOfDeath: '', isDeceased: false }

test('a date lies where it says, and an uncertain one in the middle of what it can mean', () => {
  expect(whenOf('1943-07-02')).toEqual({ year: expect.closeTo(1943.5, 2), isSure: true })
  expect(whenOf('between 1940 and 1949')).toEqual({ year: expect.closeTo(1945, 1), isSure: false })
  expect(whenOf('about 1931')).toMatchObject({ isSure: false })
  expect(whenOf('before the war')).toBeNull()
  expect(whenOf('')).toBeNull()
})

test('a year of two digits is none of antiquity, unless that is said', () => {
  for (const text of [
    '43',
    'May 43',
    '2 May 43',
    'May 2, 43',
    'about May 43',
    'c. 43',
    'between 40 and 45',
    '43 (so says 1943)',
  ])
    expect(whenOf(text)).toBeNull()
  expect(whenOf('2 May 0043')).toEqual({ year: expect.closeTo(43.3, 1), isSure: true })
  for (const text of ['44 BC', 'about 44BCE', '2 May 44 b.c.']) expect(whenOf(text)?.year).toBeLessThan(-42)
})

test('a story whose date is said in other words lies in the year that they name, and without one on the day it was added', () => {
  const added = 2026.9
  expect(whenTold('1943-07-02', added)).toEqual({ year: expect.closeTo(1943.5, 2), isSure: true })
  expect(whenTold('', added)).toEqual({ year: added, isSure: true })
  const inItsYear = { year: 1952.5, isSure: false }
  for (const words of ['Summer 1952', 'in 1952', '1952?', 'Easter 1952', 'after the war, 1951-1953'])
    expect(whenTold(words, added)).toEqual(inItsYear)
  for (const words of ['1950er', 'die 1950er Jahre', 'anni1950', '1950年', 'в 1950г.'])
    expect(whenTold(words, added)).toEqual({ year: 1950.5, isSure: false })
  for (const words of ['When I was 7', 'Grade 3', 'Sunday', '12345', 'December 24', 'May 5', '7'])
    expect(whenTold(words, added)).toEqual({ year: added, isSure: false })
})

test('a life goes from birth to death, or to today', () => {
  const whole = lifeOf({ ...person, dateOfBirth: '1931', dateOfDeath: '2004-01-01' }, 2026)
  expect(whole).toMatchObject({ to: 2004, isFromSure: true, isToSure: true })
  expect(lifeOf({ ...person, dateOfBirth: '1950-01-01' }, 2026)).toMatchObject({
    from: 1950,
    to: 2026,
    isToSure: true,
    words: 'born January 1, 1950',
  })
})

test('the dates of a life are written as they are elsewhere', () => {
  const life = { ...person, dateOfBirth: 'about 0943', dateOfDeath: '0980-03-02' }
  expect(lifeOf(life, 2026)?.words).toBe('born about 943, died March 2, 980')
})

test('an end that nobody knows is drawn as unsure, never past today', () => {
  expect(lifeOf({ ...person, dateOfBirth: '1950-01-01', isDeceased: true }, 2026)).toMatchObject({
    to: 2020,
    isToSure: false,
  })
  expect(lifeOf({ ...person, dateOfBirth: '1880' }, 2026)).toMatchObject({ isToSure: false })
  expect(lifeOf({ ...person, dateOfDeath: '2000-01-01' }, 2026)).toMatchObject({
    from: 1930,
    isFromSure: false,
  })
  expect(lifeOf({ ...person, dateOfBirth: '2010', isDeceased: true }, 2026)).toMatchObject({ to: 2026 })
  expect(lifeOf(person, 2026)).toBeNull()
  // A birthday whose year nobody knows is no month of the year 5.
  const birthday = { ...person, dateOfBirth: 'May 5' }
  expect(lifeOf(birthday, 2026)).toBeNull()
  expect(lifeOf({ ...birthday, dateOfDeath: '2000-01-01' }, 2026)).toMatchObject({
    from: 1930,
    words: 'born May 5, died January 1, 2000',
  })
})

test('what would touch stands in different rows', () => {
  const things = [{ at: 10 }, { at: 0 }, { at: 5 }, { at: 8 }]
  const placed = inRows(
    things,
    ({ at }) => at,
    () => 6,
  )
  expect(placed.map(({ at, row }) => [at, row])).toEqual([
    [0, 0],
    [5, 1],
    [8, 0],
    [10, 2],
  ])
})

const ofAt = ({ at }: { at: number }) => at
const ofWidth = ({ width }: { width: number }) => width
const thing = fc.record({ at: fc.nat(60), width: fc.integer({ min: 1, max: 30 }) })

test('each stands in the first row that has room, as if one had looked through all rows', () => {
  fc.assert(
    fc.property(fc.array(thing, { maxLength: 60 }), (things) => {
      const ends: number[] = []
      for (const { at, width, row } of inRows(things, ofAt, ofWidth)) {
        const free = ends.findIndex((end) => end <= at)
        expect(row).toBe(free < 0 ? ends.length : free)
        ends[row] = at + width
      }
    }),
  )
})

test('the rows of a large family are not looked through for each of its people', () => {
  let compared = 0
  const count = 2_000
  const things = Array.from({ length: count }, (_, at) => {
    const compare = () => {
      compared += 1
      return at
    }
    return { start: { valueOf: compare } as never as number }
  })
  const placed = inRows(
    things,
    ({ start }) => start,
    () => count,
  )
  expect(placed.at(-1)?.row).toBe(count - 1)
  expect(compared).toBeLessThan(100 * count)
})

test('the years written on the line never touch, however near one looks', () => {
  expect(ticksOf(1900, 1990, 10)).toEqual([1900, 1910, 1920, 1930, 1940, 1950, 1960, 1970, 1980, 1990])
  expect(ticksOf(1998.4, 2002, 80)).toEqual([1999, 2000, 2001, 2002])
  expect(ticksOf(1800, 2000, 0.5)).toEqual([1800, 2000])
})
