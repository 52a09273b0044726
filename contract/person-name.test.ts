import { expect, test } from 'vitest'
import { lifeOf } from './person-name.ts'

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

test('of whom it is known only that they are dead, that is said', () => {
  expect([life('1943', '', true), life('', '', true), life('')]).toEqual(['1943 – ?', 'died', ''])
})
