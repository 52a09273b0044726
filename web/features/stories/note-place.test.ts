import { expect, test } from 'vitest'
import { placeOfNote } from './note-place.ts'

const recorded = (id: string, seconds: number | null) => ({ id, seconds, state: 'ready' as const })
const twoParts = [recorded('mill', 60), recorded('harbour', 90)]

test.each([
  ['a time within the first part is there', '00:40', { partId: 'mill', seconds: 40 }],
  ['a time past the first part counts on in the second', '01:10', { partId: 'harbour', seconds: 10 }],
  ['the moment at which a part begins is its beginning', '01:00', { partId: 'harbour', seconds: 0 }],
  ['of the end of a part its last seconds are heard', '00:59', { partId: 'mill', seconds: 57 }],
  ['what was written after the recording is heard at its end', '02:45', { partId: 'harbour', seconds: 87 }],
  ['minutes go on past 59', '61:05', { partId: 'harbour', seconds: 87 }],
  ['where no time was running there is nothing to hear', '00:00', null],
])('%s', (_, timestamp, place) => {
  expect(placeOfNote(timestamp, twoParts)).toEqual(place)
})

test('a film that was added later does not move the times', () => {
  const added = { id: 'film', seconds: 600, state: null }
  expect(placeOfNote('01:10', [added, ...twoParts])).toEqual({ partId: 'harbour', seconds: 10 })
})

test('of a part shorter than the last seconds the whole is heard', () => {
  expect(placeOfNote('00:02', [recorded('mill', 2.5)])).toEqual({ partId: 'mill', seconds: 0 })
})

test('while a length is not known, and without a recording, nothing is guessed', () => {
  expect(placeOfNote('01:10', [recorded('mill', null), recorded('harbour', 90)])).toBeNull()
  expect(placeOfNote('01:10', [])).toBeNull()
})
