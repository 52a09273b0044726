import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import { provideAccess } from '../../lib/request.ts'
import type { StoryMove } from '../../recorder/new-story.ts'
import { NoteSender } from '../../recorder/notes/note-sender.ts'
import type { KeptNote, NoteStore } from '../../recorder/notes/note-store.ts'
import { createBell } from '../../recorder/upload/bell.ts'
import { keepAsNewStory, sentBeside } from './keep-as-new-story.ts'

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

it('takes the newest words along from a full story, and brings back nothing that was taken out of it', async () => {
  provideAccess({
    fetch: () => Promise.reject(new TypeError('no server')),
    token: async () => null,
    renewed: async () => null,
    userId: () => 'u1',
  })
  const move: StoryMove = {
    from: newId(),
    to: { id: newId(), firstPart: 100, beginsAtMs: 600_000 },
    isGone: false,
    since: '2026-11-24T11:00:00.000Z',
    parts: [{ beginsAtMs: 600_000, endsAtMs: 620_000 }],
  }
  const stored = (text: string) => ({
    id: newId(),
    text,
    timestamp: '10:05',
    createdAt: '2026-11-24T11:00:10.000Z',
  })
  const [apples, pears, plums] = [stored('apples'), stored('pears'), stored('plums')]
  const story = { id: move.from, title: 'The orchard', description: '', notes: [apples, pears, plums] }
  const [notes, store] = aSender()
  const waiting = { storyId: move.from, userId: 'u1', timestamp: '10:05', story }
  await notes.keep({ ...waiting, id: apples.id, text: 'red apples', was: 'apples' })
  await notes.keep({ ...waiting, id: pears.id, text: 'pears', removed: true })

  const recordings = {
    keepAsNewStory: (_: unknown, along: (move: StoryMove) => Promise<void>) => along(move),
  }
  const refused = { recordingId: newId(), storyId: move.from, part: 100, keptMs: 20_000 } as const
  const sending = { phase: 'sending', sentMs: 0, problem: 'story-full', hasGap: false } as const
  await keepAsNewStory({ recordings, notes }, { ...refused, ...sending }, async () => story)

  const kept = await store.list('u1')
  const textsOf = (storyId: string) =>
    kept.filter((note) => note.storyId === storyId && !note.removed).map(({ text }) => text)
  expect(textsOf(move.to.id)).toEqual(['red apples', 'plums'])
  expect(textsOf(move.from)).toEqual([])
  const takenOut = kept.filter(({ storyId, removed }) => storyId === move.from && removed)
  expect(new Set(takenOut.map(({ id }) => id))).toEqual(new Set([apples.id, pears.id, plums.id]))
})

/** Keeps notes in memory and sends none of them. */
function aSender(): [NoteSender, NoteStore] {
  const kept = new Map<string, KeptNote>()
  const nameOf = ({ storyId, id }: KeptNote) => `${storyId} ${id}`
  const store: NoteStore = {
    put: async (note) => void kept.set(nameOf(note), note),
    list: async () => [...kept.values()],
    markGone: async () => undefined,
    move: async (note, to) => {
      kept.delete(nameOf(note))
      kept.set(nameOf(to), to)
      return true
    },
    remove: async (note) => void kept.delete(nameOf(note)),
  }
  const send = async () => 'later' as const
  const alone = <T>(_name: string, work: () => Promise<T>) => work()
  const sender = new NoteSender({ userId: 'u1', store, send, bell: createBell(), alone, now: Date.now })
  return [sender, store]
}
