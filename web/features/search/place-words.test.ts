import { expect, test } from 'vitest'
import { foundOfKind } from '#contract/found-of-kind.ts'
import type { FoundPerson, FoundPlace, FoundStory } from '#contract/search.ts'
import { addressOf, foundWords, hasMorePlaces, personWords } from './place-words.ts'

const place: FoundPlace = {
  kind: 'line',
  id: 'a',
  piece: 0,
  said: { text: '', marks: [] },
  recordingId: 'part',
  seconds: 61.9,
}

test('a sentence is played from its second, in its part', () => {
  expect(addressOf(place)).toEqual({ part: 'part', t: 61 })
})

test('a note and a description are read in the summary', () => {
  expect(addressOf({ ...place, kind: 'note', recordingId: null })).toEqual({ tab: 'summary' })
  expect(addressOf({ ...place, kind: 'about', recordingId: null, seconds: null })).toEqual({ tab: 'summary' })
  expect(addressOf({ ...place, kind: 'caption', recordingId: null, seconds: null })).toEqual({
    tab: 'summary',
  })
  expect(addressOf({ ...place, kind: 'speaker', recordingId: null, seconds: null })).toEqual({})
})

test('somebody of another family is not said to be a relative of one’s own', () => {
  expect(personWords({ relationship: 'Parent', sharedBy: null })).toBe('Parent')
  expect(personWords({ relationship: 'Parent', sharedBy: 'Ana' })).toBe('Shared by Ana')
  expect(personWords({ relationship: 'Parent', sharedBy: '' })).toBe('Shared by somebody')
})

test('a comment is read among the comments, also where it stands at a moment', () => {
  expect(addressOf({ ...place, kind: 'comment' })).toEqual({ tab: 'comments' })
})

test('what was found is counted by kind, and nothing is called nothing', () => {
  const story = {} as FoundStory
  expect(foundWords({ stories: [story], people: [], prompts: [], books: [] }, false)).toBe('Found 1 story.')
  expect(foundWords({ stories: [story, story], people: [], prompts: [], books: [] }, true)).toBe(
    'Found more than 2 stories.',
  )
  expect(foundWords({ stories: [], people: [], prompts: [], books: [] }, false)).toBe('Nothing found.')
})

test('of a kind of which only the likeliest come, nothing says that these are all', () => {
  const none = { stories: [], prompts: [], books: [] }
  const people = (count: number) => Array.from({ length: count }, () => ({}) as FoundPerson)
  expect(foundWords({ ...none, people: people(foundOfKind - 1) }, false)).toBe('Found 3 people.')
  expect(foundWords({ ...none, people: people(foundOfKind) }, false)).toBe('Found at least 4 people.')
})

test('a fifth match of a story can be asked for, also where none of them is in its title', () => {
  expect(hasMorePlaces({ placeCount: 4 })).toBe(false)
  expect(hasMorePlaces({ placeCount: 5 })).toBe(true)
})
