import { expect, test } from 'vitest'
import { linkOf } from './proposal-form.tsx'

test('whoever rewords a person leaves whom somebody else has chosen for it meanwhile', () => {
  // When the editing began nobody was chosen, and this person has chosen nobody.
  expect(linkOf({ familyMemberId: null }, null)).toEqual({})
  expect(linkOf({ familyMemberId: 'ana' }, 'ana')).toEqual({})
})

test('whom this person has chosen, or no longer means, is sent along', () => {
  expect(linkOf({ familyMemberId: null }, 'ana')).toEqual({ familyMemberId: 'ana' })
  expect(linkOf({ familyMemberId: 'ana' }, null)).toEqual({ familyMemberId: null })
})
