import { expect, test } from 'vitest'
import type { MediaItem } from '#contract/media.ts'
import type { Recording } from '#contract/recordings.ts'
import { playableParts, shownPart, thoseWithMore } from './playable-part.ts'
import { sameMoment } from './tracks.ts'

test('parts play in their order, each from the quick copy where there is one', () => {
  const parts = playableParts({
    recordings: [
      recording({ id: 'b', part: 1, originalMediaId: 'b-original', playbackMediaId: null }),
      recording({ id: 'a', part: 0, originalMediaId: 'a-original', playbackMediaId: 'a-copy' }),
    ],
    files: [],
  })
  expect(parts.map(({ label, mediaId }) => [label, mediaId])).toEqual([
    ['Part 1', 'a-copy'],
    ['Part 2', 'b-original'],
  ])
})

test('tracks of the same talk are one part, whose other microphones stand beside it', () => {
  const group = { trackGroup: 'computer', driftPpm: 0 }
  const parts = playableParts({
    recordings: [
      recording({ id: 'computer', ...group, offsetMs: 0 }),
      recording({ id: 'phone', part: 1, linkId: 'link', ...group, offsetMs: 2_400 }),
      recording({ id: 'later', part: 2 }),
    ],
    files: [],
  })
  expect(parts.map(({ label }) => label)).toEqual(['Part 1', 'Part 2'])
  expect(parts[0]?.tracks.map(({ id, label }) => [id, label])).toEqual([
    ['computer', 'Computer'],
    ['phone', 'Phone'],
  ])
})

test('a part is shown while it or one of its tracks is chosen, wherever it comes to stand', () => {
  const group = { trackGroup: 'computer', driftPpm: 0 }
  const [first, computer, phone] = [
    recording({ id: 'first' }),
    recording({ id: 'computer', part: 1, ...group }),
    recording({ id: 'phone', part: 2, linkId: 'link', ...group }),
  ]
  const chosen = { id: 'phone', play: true, from: 12 }
  const shownAmong = (recordings: Recording[]) => shownPart(playableParts({ recordings, files: [] }), chosen)

  expect(shownAmong([first, computer, phone])).toEqual({ index: 1, chosen })
  expect(shownAmong([computer, phone])).toEqual({ index: 0, chosen })
})

test('where the part that plays is removed elsewhere, no other begins by itself, nor from where that one stood', () => {
  const parts = playableParts({ recordings: [recording({ id: 'first' })], files: [] })

  expect(shownPart(parts, { id: 'removed', play: true, from: 300 })).toEqual({ index: 0, chosen: null })
  expect(shownPart(parts, null)).toEqual({ index: 0, chosen: null })
})

test('recordings that wait to be laid over each other say which device made them', () => {
  const waiting = { awaitsComparison: true }
  const labelsOf = (recordings: Recording[]) =>
    playableParts({ recordings, files: [] }).map(({ label }) => label)
  const [computer, phone] = [
    recording({ id: 'computer', ...waiting }),
    recording({ id: 'phone', part: 1, linkId: 'link', ...waiting }),
  ]
  const later = recording({ id: 'later', part: 2 })
  const another = recording({ id: 'another', part: 3, linkId: 'other link', ...waiting })

  expect(labelsOf([computer, phone, later])).toEqual(['Part 1, Computer', 'Part 2, Phone', 'Part 3'])
  expect(labelsOf([phone, another])).toEqual(['Part 1, Phone 1', 'Part 2, Phone 2'])
})

test('the other track goes on at the same moment, both ways, whatever its begin and its clock', () => {
  const [computer, phone] = [
    { offsetMs: 0, driftPpm: 0 },
    { offsetMs: 2_400, driftPpm: 100 },
  ]
  expect(sameMoment(3_602.76, computer, phone)).toBeCloseTo(3_600, 3)
  expect(sameMoment(sameMoment(1_000, phone, computer), computer, phone)).toBeCloseTo(1_000, 6)
  expect(sameMoment(1, computer, phone)).toBe(0)
})

test('what is still arriving cannot be played yet', () => {
  expect(playableParts({ recordings: [recording({ state: 'receiving' })], files: [] })).toEqual([])
})

test('a device has more, perhaps, of what the server ended for it, unless it has sent the whole once more', () => {
  const abandoned = { endedBy: 'server', part: 1 } as const
  const phone = recording({ id: 'phone', ...abandoned, linkId: 'link' })

  expect(thoseWithMore([recording({ endedBy: 'device' }), recording({ id: 'now', endedBy: null })])).toEqual(
    [],
  )
  expect(thoseWithMore([recording({}), phone])).toEqual([phone])
  expect(thoseWithMore([recording({ part: 1 }), phone])).toEqual([phone])
  expect(thoseWithMore([phone, recording({ id: 'again', part: 1, linkId: 'link' })])).toEqual([])
})

test('added films and sound play after the recording, photos and papers do not play', () => {
  const parts = playableParts({
    recordings: [recording({})],
    files: [file('photo', 'image'), file('tape', 'audio'), file('letter', 'document')],
  })
  expect(parts.map((part) => part.label)).toEqual(['Recording', 'tape'])
})

function recording(given: Partial<Recording>): Recording {
  return {
    id: 'recording',
    storyId: 'story',
    part: 0,
    kind: 'video',
    state: 'ready',
    mimeType: 'video/webm',
    startedAt: '2026-11-21T16:05:09.000Z',
    endedAt: null,
    durationMs: 8_000,
    sizeBytes: 1,
    sha256: null,
    originalMediaId: 'original',
    playbackMediaId: null,
    posterMediaId: null,
    peaksMediaId: null,
    linkId: null,
    trackGroup: null,
    offsetMs: null,
    driftPpm: null,
    awaitsComparison: false,
    endedBy: 'device',
    ...given,
  }
}

function file(fileName: string, kind: MediaItem['kind']): MediaItem {
  return {
    id: fileName,
    storyId: 'story',
    kind,
    fileName,
    caption: '',
    finding: null,
    examined: true,
    mimeType: 'application/octet-stream',
    sizeBytes: 1,
    sha256: null,
    durationMs: null,
    width: null,
    height: null,
    playbackMediaId: null,
    posterMediaId: null,
    createdAt: '2026-11-21T16:05:09.000Z',
  }
}
