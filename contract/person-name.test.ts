import { expect, test } from 'vitest'
import { lifeOf, nameOf } from './person-name.ts'

const life = (dateOfBirth: string, dateOfDeath = '', isDeceased = dateOfDeath !== '') =>
  lifeOf({ dateOfBirth, dateOfDeath, isDeceased })

test('a life is told in years and words that everybody reads', () => {
  expect([life('1943-05-02'), life('1943', '2011'), life('', '2011')]).toEqual([
    'born 1943',
    '1943 – 2011',
    'died 2011',
  ])
  expect([life('about 1918', '1944'), life('before 1950')]).toEqual(['c. 1918 – 1944', 'born before 1950'])
})

test('a year between two is told by both, shortly where nothing is lost by it', () => {
  expect(
    ['between 1940 and 1945', 'from 1918 to 1920', 'between May 1943 and June 1943'].map((born) =>
      life(born),
    ),
  ).toEqual(['born 1940/45', 'born 1918/20', 'born 1943'])
  expect(
    ['between 1899 and 1901', 'between 40 and 50', 'between 50 BC and 44 BC', 'between 2 BC and 3'].map(
      (born) => life(born),
    ),
  ).toEqual(['born 1899/1901', 'born 40/50', 'born 50 BC/44 BC', 'born 2 BC/3'])
})

test('a date in words that nobody can count with leaves the year open', () => {
  expect([life('in the hungry winter', '2011'), life('from 1943', 'after 1980'), life('44 BC')]).toEqual([
    '? – 2011',
    '1943 – after 1980',
    'born 44 BC',
  ])
  expect([life('1 BC'), life('1'), life('between 100 and 104')]).toEqual([
    'born 1 BC',
    'born 1',
    'born 100/04',
  ])
})

const person = (
  firstName: string,
  lastName: string,
  given: { isSelf?: boolean; isPlaceholder?: boolean } = {},
) => nameOf({ firstName, lastName, isSelf: false, isPlaceholder: false, ...given })

test('somebody is called by what is known of their name, and said to be unnamed where nothing is', () => {
  expect([
    person('Ana', 'Petrova'),
    person('Ana', ''),
    person('', 'Petrova'),
    person('Sukarno', 'Sukarno'),
  ]).toEqual(['Ana Petrova', 'Ana', 'Petrova', 'Sukarno'])
  expect([person('', '', { isSelf: true }), person('', '', { isPlaceholder: true }), person('', '')]).toEqual(
    ['You', 'Not yet known', 'Unnamed'],
  )
})

test('of whom it is known only that they are dead, that is said', () => {
  expect([life('1943', '', true), life('', '', true), life('')]).toEqual(['1943 – ?', 'died', ''])
})
