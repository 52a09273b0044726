import { expect, test } from 'vitest'
import { joinSpeakers, listenFrom } from './join-speakers.ts'

const said = (speaker: string, ...starts: number[]) =>
  starts.map((startMs) => ({ text: 'word', startMs, endMs: startMs + 400, confidence: null, speaker }))

test('whoever says the same words as before is the same person, whatever the engine calls them now', () => {
  const before = { words: [...said('1', 0, 500, 1000), ...said('2', 2000, 2500, 3000)], keys: ['1', '2'] }
  const now = [...said('2', 20, 510, 990), ...said('1', 2010, 2500, 3030), ...said('2', 9000)]
  expect(joinSpeakers(now, before, undefined)).toEqual({ '2': '1', '1': '2' })
})

test('who was not heard before is somebody new, also under a name that was used before', () => {
  const before = { words: said('1', 0, 500, 1000), keys: ['1', '2'] }
  expect(joinSpeakers([...said('1', 9000), ...said('2', 9500)], before, undefined)).toEqual({
    '1': '3',
    '2': '4',
  })
})

test('whoever an engine calls as a property of every object is called is somebody new as well', () => {
  const before = { words: said('1', 0, 500, 1000), keys: ['1'] }
  expect(joinSpeakers(said('constructor', 9000), before, undefined)).toEqual({ constructor: '2' })
})

test('a single syllable in common, or half the words, make nobody the same person', () => {
  const keys = ['1']
  expect(joinSpeakers(said('1', 0, 9000), { words: said('1', 0), keys }, undefined)).toEqual({ '1': '2' })
  const mixed = { words: [...said('1', 0, 500), ...said('2', 1000, 1500)], keys: ['1', '2'] }
  expect(joinSpeakers(said('7', 0, 500, 1000, 1500), mixed, undefined)).toEqual({ '7': '3' })
})

test('where the family said how many speak, the one who is left is the one who is left', () => {
  const before = { words: said('1', 0, 500), keys: ['1', '2'] }
  const now = [...said('1', 0, 500), ...said('2', 9000)]
  expect(joinSpeakers(now, before, 2)).toEqual({ '1': '1', '2': '2' })
  expect(joinSpeakers(now, before, 3)).toEqual({ '1': '1', '2': '3' })
})

test('a piece is listened to from a little before it, as far as the engine takes it', () => {
  const before = { startMs: 0, endMs: 40_000 }
  expect(listenFrom({ startMs: 40_000, endMs: 80_000 }, before, 55_000)).toBe(32_000)
  expect(listenFrom({ startMs: 40_000, endMs: 90_000 }, before, 55_000)).toBe(35_000)
  expect(listenFrom({ startMs: 90_000, endMs: 140_000 }, before, 55_000)).toBe(90_000)
  expect(listenFrom({ startMs: 40_000, endMs: 80_000 }, null, 55_000)).toBe(40_000)
})

test('of two whom the engine hears as one from before, it is who said more of the same words', () => {
  const before = { words: said('1', 0, 500, 1000, 1500, 2000), keys: ['1'] }
  const now = [...said('a', 0, 500), ...said('b', 1000, 1500, 2000)]
  expect(joinSpeakers(now, before, undefined)).toEqual({ b: '1', a: '2' })
})

test('words of which the engine says not who spoke them make nobody new', () => {
  const unnamed = said('1', 0, 500, 1000).map((word) => ({ ...word, speaker: null }))
  expect(joinSpeakers(unnamed, { words: said('1', 0, 500, 1000), keys: ['1'] }, undefined)).toEqual({})
})
