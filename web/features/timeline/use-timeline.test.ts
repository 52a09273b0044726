import { expect, it } from 'vitest'
import type { TreePerson } from '#contract/family.ts'
import { timelineOf } from './use-timeline.ts'

const rosa: TreePerson = {
  id: 'p',
  firstName: 'Rosa',
  lastName: 'Petrova',
  birthName: '',
  relationship: 'Other',
  viaId: null,
  sex: 'unknown',
  dateOfBirth: '1931',
  dateOfDeath: '',
  isDeceased: false,
  portrait: null,
  isSelf: false,
  isPlaceholder: false,
  isDerived: false,
}

it('calls people by the names that they have elsewhere, also those who have one name or none', () => {
  const nameless = { ...rosa, firstName: '', lastName: '' }
  const people = [
    rosa,
    { ...rosa, firstName: 'Mama', lastName: 'Mama' },
    nameless,
    { ...nameless, isSelf: true },
  ]

  const names = timelineOf(people, []).lives.map(({ name }) => name)

  expect(names).toEqual(['Rosa Petrova', 'Mama', 'Unnamed', 'You'])
})
