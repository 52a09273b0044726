import { expect, test } from 'vitest'
import { type NotedPart, placeOfNote } from './note-place.ts'

const recorded = (id: string, seconds: number | null, part = 0): NotedPart => ({
  id,
  part,
  trackGroup: null,
  durationMs: seconds === null ? null : seconds * 1_000,
  state: 'ready',
})
const twoParts = [recorded('mill', 60), recorded('harbour', 90, 1)]

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

test('while a part is on its way, nothing that lies in it or behind it is heard in another', () => {
  const coming = { ...recorded('mill', 12), state: 'receiving' as const }
  expect(placeOfNote('00:40', [coming, recorded('harbour', 90, 1)])).toBeNull()
  expect(placeOfNote('01:10', [recorded('mill', 60), { ...coming, part: 1 }])).toBeNull()
  expect(placeOfNote('00:40', [recorded('mill', 60), { ...coming, part: 1 }])).toEqual({
    partId: 'mill',
    seconds: 40,
  })
})

test('another track of the same talk moves no times, and neither does the order in which parts are told', () => {
  const other = { ...recorded('phone', 61), trackGroup: 'mill' }
  const leading = { ...recorded('mill', 60), trackGroup: 'mill' }
  const place = { partId: 'harbour', seconds: 10 }
  expect(placeOfNote('01:10', [recorded('harbour', 90, 1), other, leading])).toEqual(place)
})

test('of a part shorter than the last seconds the whole is heard', () => {
  expect(placeOfNote('00:02', [recorded('mill', 2.5)])).toEqual({ partId: 'mill', seconds: 0 })
})

test('while a length is not known, and without a recording, nothing is guessed', () => {
  expect(placeOfNote('01:10', [recorded('mill', null), recorded('harbour', 90, 1)])).toBeNull()
  expect(placeOfNote('01:10', [])).toBeNull()
})
