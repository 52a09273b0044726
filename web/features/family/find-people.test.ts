import { expect, it } from 'vitest'
import { type Findable, findPeople } from './find-people.ts'

const called = (...names: string[]): Findable[] =>
  names.map((name) => ({ id: name, name, otherNames: '', detail: '' }))
const found = (people: Findable[], entered: string) =>
  findPeople(people, entered).shown.map(({ name }) => name)

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

it('finds each of many namesakes by a year of their life, and counts those whom the list has no room for', () => {
  const namesakes = Array.from({ length: 20 }, (_, i) => ({
    id: `${i}`,
    name: 'John Smith',
    otherNames: '',
    detail: `${1700 + i} – ${1780 + i}`,
  }))

  expect(findPeople(namesakes, 'john smith').more).toBe(12)
  expect(findPeople(namesakes, 'john smith 1719')).toEqual({ shown: [namesakes[19]], more: 0 })
  expect(findPeople(namesakes, 'smith 179').shown).toHaveLength(8)
  expect(findPeople(namesakes, '–').shown).toEqual([])
})

it('does not take the words of a life for a name', () => {
  const people = called('Boris').map((person) => ({ ...person, detail: 'born 1943' }))

  expect(found(people, 'born')).toEqual([])
  expect(found(people, 'bo')).toEqual(['Boris'])
})

it('finds letters that no accent makes by the plain ones of a keyboard', () => {
  const people = called('Łukasz Wałęsa', 'Jørgen Ærø', 'Đorđe Weiß', 'Işıl')

  expect(found(people, 'lukasz walesa')).toEqual(['Łukasz Wałęsa'])
  expect(found(people, 'jorgen aero')).toEqual(['Jørgen Ærø'])
  expect(found(people, 'dorde weiss')).toEqual(['Đorđe Weiß'])
  expect(found(people, 'isil')).toEqual(['Işıl'])
  expect(found(people, 'Łuk')).toEqual(['Łukasz Wałęsa'])
})
