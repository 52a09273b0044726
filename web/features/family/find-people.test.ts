import { expect, it } from 'vitest'
import { type Findable, findPeople } from './find-people.ts'

const called = (...names: string[]): Findable[] =>
  names.map((name) => ({ id: name, name, otherNames: '', detail: '' }))
const found = (people: Findable[], entered: string) => findPeople(people, entered).map(({ name }) => name)

it('finds whoever is called just so, however many others have it in their names before them', () => {
  const people = called(...Array.from({ length: 20 }, (_, i) => `Joanna Leeson ${i}`), 'Ann Lee')

  expect(found(people, 'ann lee')[0]).toBe('Ann Lee')
  expect(found(people, 'Ann')[0]).toBe('Ann Lee')
  expect(found(people, 'Ann')).toHaveLength(8)
})

it('names those whose name begins so before those who have it somewhere', () => {
  expect(found(called('Joanna Berg', 'Oksana', 'Annika Dahl', 'Mary-Ann Roe'), 'an')).toEqual([
    'Annika Dahl',
    'Mary-Ann Roe',
    'Joanna Berg',
    'Oksana',
  ])
})

it('finds a name by any of its words and parts, without accents and in any order', () => {
  const people = called('Zoë Ångström', 'O’Neill, Síle')

  expect(found(people, 'angstrom zoe')).toEqual(['Zoë Ångström'])
  expect(found(people, 'neill')).toEqual(['O’Neill, Síle'])
  expect(found(people, "o'neill")).toEqual(['O’Neill, Síle'])
  expect(found(people, 'zoe sile')).toEqual([])
  expect(found(people, '  ')).toEqual([])
})
