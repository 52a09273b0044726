import { expect, test } from 'vitest'
import { sharedRoles } from '#contract/rights.ts'
import { wordsOfRole } from './role-words.ts'

test('whoever gives a role reads what it lets one do, not only what it is called', () => {
  expect(sharedRoles.map((role) => wordsOfRole('story', role).label)).toEqual([
    'Viewer: can look at it',
    'Editor: can change it',
    'Admin: can do everything',
  ])
})

test('of somebody of the family nobody is told that they may delete them', () => {
  for (const role of sharedRoles) {
    const { label, may } = wordsOfRole('family_member', role)
    expect(`${label} ${may}`).not.toMatch(/delete|everything/)
  }
})
