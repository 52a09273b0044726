import { describe, expect, test } from 'vitest'
import { memberCalled } from './names.ts'

const anna = { id: 'grandmother', firstName: 'Anna', lastName: 'Berg' }
const namesake = { id: 'granddaughter', firstName: 'Anna', lastName: 'Berg' }
const other = { id: 'aunt', firstName: 'Anna', lastName: 'Levi' }
const john = { id: 'uncle', firstName: 'John', lastName: 'van der Berg' }

describe('a name that is said', () => {
  test('means the one person who has it, by both names or by a first name of theirs alone', () => {
    expect(memberCalled('Anna Berg', [anna, other, john])).toBe('grandmother')
    expect(memberCalled('John', [anna, other, john])).toBe('uncle')
    expect(memberCalled('Anna', [anna, other, john])).toBeUndefined()
  })

  test('means nobody in particular where two of the family are called so', () => {
    expect(memberCalled('Anna Berg', [anna, namesake, other])).toBeUndefined()
  })

  test('means a person whose last name has several words', () => {
    expect(memberCalled('John van der Berg', [anna, john])).toBe('uncle')
  })
})
