import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import type { StoryMove } from '../../recorder/new-story.ts'
import { sentBeside } from './keep-as-new-story.ts'

it('takes from a full story what was written beside the parts that do not fit, and nothing else of it', () => {
  const move: StoryMove = {
    from: newId(),
    to: { id: newId(), firstPart: 100, beginsAtMs: 600_400 },
    isGone: false,
    since: '2026-11-24T11:00:00.000Z',
    parts: [{ beginsAtMs: 600_400, endsAtMs: 620_400 }],
  }
  const note = (text: string, timestamp: string, createdAt: string) => ({
    id: newId(),
    text,
    timestamp,
    createdAt,
  })
  const notes = [
    note('of an earlier part', '09:59', '2026-11-24T11:00:10.000Z'),
    note('at its begin', '10:00', '2026-11-24T11:00:10.000Z'),
    note('in it', '10:12', '2026-11-24T11:00:20.000Z'),
    note('of a day before', '10:12', '2026-11-23T11:00:20.000Z'),
  ]

  const found = sentBeside({ id: move.from, title: 'The orchard', description: '', notes }, 'u1', move)

  expect(found.map(({ text }) => text)).toEqual(['at its begin', 'in it'])
  expect(found[0]).toMatchObject({ id: notes[1]?.id, storyId: move.from, userId: 'u1', timestamp: '10:00' })
})
