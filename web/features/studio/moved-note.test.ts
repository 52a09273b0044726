import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import type { StoryMove } from '../../recorder/new-story.ts'
import type { KeptNote } from '../../recorder/notes/note-store.ts'
import { movedNote } from './moved-note.ts'

const from = newId()
const aNote = (timestamp: string): KeptNote => ({
  id: newId(),
  storyId: from,
  userId: 'u1',
  text: 'apples',
  timestamp,
  story: { title: 'The orchard', description: '' },
  goneSince: '2026-11-24T12:00:00.000Z',
})

/** Two parts of a story with ten minutes before them; between them lay a part of half a minute that had arrived. */
const move: StoryMove = {
  from,
  to: { id: newId(), firstPart: 3, beginsAtMs: 600_400 },
  isGone: true,
  since: '2026-11-24T11:00:00.000Z',
  parts: [
    { beginsAtMs: 600_400, endsAtMs: 620_400 },
    { beginsAtMs: 650_400, endsAtMs: 700_000 },
  ],
}

it.each([
  ['at the begin of the first part', '10:00', '00:00'],
  ['within the first part', '10:12', '00:12'],
  ['in a part between, which does not go along,', '10:30', '00:20'],
  ['at the begin of the second part', '10:50', '00:20'],
  ['within the second part', '11:05', '00:35'],
  ['before all of it', '09:59', '00:00'],
])('places a note %s where what is heard then is in the new story', async (_, timestamp, expected) => {
  const moved = await movedNote(aNote(timestamp), move)
  expect(moved).toMatchObject({ storyId: move.to.id, text: 'apples', timestamp: expected })
  expect(moved?.goneSince).toBeUndefined()
})

it('gives a note another id in the new story, and the same each time', async () => {
  const note = aNote('10:12')
  const [once, again] = [await movedNote(note, move), await movedNote(note, move)]
  expect(once?.id).not.toBe(note.id)
  expect(again?.id).toBe(once?.id)
  expect(once?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
})

it('leaves with a story that is only full what was written about what it has', async () => {
  const full = { ...move, isGone: false }
  const details = { speakers: ['Ana'], dropped: [], description: '' }
  expect(await movedNote(aNote('09:59'), full)).toBeNull()
  expect(await movedNote({ ...aNote('00:00'), details }, full)).toBeNull()
  expect(await movedNote(aNote('10:00'), full)).toMatchObject({ timestamp: '00:00' })
})

it.each([
  ['is only full', false],
  ['was deleted and may be restored', true],
])(
  'leaves with a story that %s what was taken out of it, so that it is taken out there',
  async (_, isGone) => {
    const taken = { ...aNote('10:12'), removed: true }
    expect(await movedNote(taken, { ...move, isGone })).toBeNull()
  },
)
