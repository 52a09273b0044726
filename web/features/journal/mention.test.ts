import { expect, it } from 'vitest'
import { emoji } from './emoji.ts'
import { matching, mentionAt, withMention } from './mention.ts'

it('knows a mention by an @ at the beginning of a word, up to the caret', () => {
  expect(mentionAt('@', 1)).toEqual({ start: 0, query: '' })
  expect(mentionAt('Then @Ro said', 8)).toEqual({ start: 5, query: 'Ro' })
  expect(mentionAt('Then @Rosa Li', 13)).toEqual({ start: 5, query: 'Rosa Li' })
  expect(mentionAt('Then @Renée', 11)).toEqual({ start: 5, query: 'Renée' })
})

it('takes an e-mail address, and what was finished long ago, for no mention', () => {
  expect(mentionAt('rosa@family.example', 10)).toBeNull()
  expect(mentionAt('@Rosa said that she', 19)).toBeNull()
  expect(mentionAt('No sign at all', 5)).toBeNull()
})

it('offers the speakers one of whose names begins so', () => {
  const speakers = ['Rosa Lind', 'Leo Lind', 'Current User']
  expect(matching(speakers, '')).toEqual(speakers)
  expect(matching(speakers, 'lin')).toEqual(['Rosa Lind', 'Leo Lind'])
  expect(matching(speakers, 'Rosa L')).toEqual(['Rosa Lind'])
  expect(matching(speakers, 'x')).toEqual([])
})

it('puts the name where it was typed and goes on behind it', () => {
  expect(withMention('Then @Ro said', 8, { start: 5, query: 'Ro' }, 'Rosa Lind')).toEqual({
    text: 'Then @Rosa Lind said',
    caret: 16,
  })
})

it('has exactly 24 emoji, each once and each with a name of its own', () => {
  expect(new Set(emoji.map(({ sign }) => sign)).size).toBe(24)
  expect(new Set(emoji.map(({ name }) => name)).size).toBe(24)
})
