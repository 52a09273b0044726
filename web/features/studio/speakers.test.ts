import { describe, expect, it } from 'vitest'
import { speakerName } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { newStory } from '#contract/stories.ts'
import {
  currentUser,
  isFull,
  isInFamily,
  isRemovable,
  namedOnly,
  splitSpeakerName,
  withSpeaker,
} from './speakers.ts'

it('adds a speaker who says something and is not there yet', () => {
  expect(withSpeaker([currentUser], '  Rosa   Lind ')).toEqual([currentUser, 'Rosa Lind'])
  expect(withSpeaker([currentUser], '   ')).toEqual([currentUser])
  expect(withSpeaker(['Rosa'], 'Rosa')).toEqual(['Rosa'])
})

it('never removes the last speaker, nor the one who is signed in', () => {
  expect(isRemovable(['Rosa'], 'Rosa')).toBe(false)
  expect(isRemovable([currentUser, 'Rosa'], currentUser)).toBe(false)
  expect(isRemovable([currentUser, 'Rosa'], 'Rosa')).toBe(true)
})

it('splits a name into first and last, and uses a single word for both', () => {
  expect(splitSpeakerName('Rosa Maria Lind')).toEqual({ firstName: 'Rosa', lastName: 'Maria Lind' })
  expect(splitSpeakerName('Rosa')).toEqual({ firstName: 'Rosa', lastName: 'Rosa' })
})

it('leaves out who has not said their name', () => {
  expect(namedOnly([currentUser, 'Rosa'])).toEqual(['Rosa'])
  expect(namedOnly(['Ada Lind'])).toEqual(['Ada Lind'])
})

it('makes of the longest name that an account may have one that a story takes', () => {
  const [name = '', pairs = ''] = namedOnly([
    'A'.repeat(limits.fullName),
    `A${'𝒜'.repeat(limits.fullName / 2)}`,
  ])
  expect(speakerName.safeParse(name).success).toBe(true)
  expect(speakerName.safeParse(pairs).success).toBe(true)
  expect(pairs.isWellFormed()).toBe(true)
})

it('names as many as a story takes, and says when there is room for no more', () => {
  const guests = (count: number) => Array.from({ length: count }, (_, n) => `Guest ${n + 1}`)
  const named = namedOnly([currentUser, ...guests(limits.speakersPerStory + 1)])
  expect(newStory.shape.speakers.safeParse(named).success).toBe(true)
  expect(named).toEqual(guests(limits.speakersPerStory))

  expect(isFull([currentUser, ...guests(limits.speakersPerStory - 1)])).toBe(false)
  expect(isFull([currentUser, ...guests(limits.speakersPerStory)])).toBe(true)
})

describe('who is named as a speaker and is in the family already', () => {
  const family = [
    { firstName: 'Rosa', lastName: 'Lind' },
    { firstName: 'Anna', lastName: 'Anna' },
    { firstName: 'Boris', lastName: '' },
    { firstName: '', lastName: '' },
  ]

  it.each(['Rosa Lind', 'rosa lind', 'Anna', 'Boris'])('is found by name: %s', (name) => {
    expect(isInFamily(family, splitSpeakerName(name))).toBe(true)
  })

  it.each(['Rosa', 'Lind', 'Rosa Linden', 'Anna Lind'])('is not somebody else: %s', (name) => {
    expect(isInFamily(family, splitSpeakerName(name))).toBe(false)
  })
})
