import { expect, test } from 'vitest'
import type { AccountEnd } from '#contract/archive-account.ts'
import { whatGoes } from './what-goes.ts'

const nothing = {
  stories: 0,
  recordings: 0,
  files: 0,
  storybooks: 0,
  familyMembers: 0,
  prompts: 0,
  sizeBytes: 0,
} as AccountEnd

test('what an account holds is told without what there is none of', () => {
  const end = { ...nothing, stories: 4, recordings: 1, familyMembers: 2, sizeBytes: 12_000_000 }
  expect(whatGoes(end)).toBe('4 stories, 1 recording, 2 people of your family: 12 MB.')
})

test('words alone have no size to tell', () => {
  expect(whatGoes({ ...nothing, stories: 1 })).toBe('1 story.')
})

test('of an empty account only the name goes', () => {
  expect(whatGoes(nothing)).toBe('Your name, and nothing else yet.')
})
