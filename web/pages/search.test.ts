import { expect, test } from 'vitest'
import { readSearchQuestion, readStoryPlace, readStudioSearch, readWriteSearch } from './search.ts'

const part = '01900000-0001-7000-8000-000000000001'

test('an address leads to a second of a part', () => {
  expect(readStoryPlace({ t: 61, part })).toEqual({ t: 61, part })
  expect(readStoryPlace({ t: '61.9' })).toEqual({ t: 61 })
  expect(readStoryPlace({ t: 0 })).toEqual({ t: 0 })
})

test('what is no second or no part is left out, and a part without a second, too', () => {
  for (const t of ['', 'x', -1, 1e9, null, undefined, [], Number.NaN])
    expect(readStoryPlace({ t }), String(t)).toEqual({})
  expect(readStoryPlace({ t: 1, part: '../x' })).toEqual({ t: 1 })
  expect(readStoryPlace({ part })).toEqual({})
  expect(readStoryPlace({ tab: 'summary' })).toEqual({ tab: 'summary' })
  expect(readStoryPlace({ tab: 'secrets' })).toEqual({})
})

test('a question may be a number, and is no longer than the server takes', () => {
  expect(readSearchQuestion({ q: 1962 })).toEqual({ q: '1962' })
  expect(readSearchQuestion({ q: '  ' })).toEqual({})
  expect(readSearchQuestion({ q: ['x'] })).toEqual({})
  expect(readSearchQuestion({ q: 'x'.repeat(300) }).q).toHaveLength(200)
})

test('how many parts a story has is a number that a story can have', () => {
  expect(readStudioSearch({ parts: 3 }).parts).toBe(3)
  for (const parts of ['3', 1.5, -1, 1e9, null, undefined, Number.NaN])
    expect(readStudioSearch({ parts }), String(parts)).not.toHaveProperty('parts')
})

test('what is to be written down may be called 1962', () => {
  expect(readWriteSearch({ title: 1962, storyId: part })).toEqual({ title: '1962', storyId: part })
  expect(readWriteSearch({ title: 'The orchard' })).toEqual({ title: 'The orchard' })
  expect(readWriteSearch({ title: true, storyId: 1962 })).toEqual({})
})
