import { limits } from '#contract/limits.ts'
import type { Story } from '#contract/stories.ts'
import { idOnDevice } from '../../lib/request.ts'
import { client } from '../../lib/rpc.ts'
import type { Delivery } from '../../recorder/deliveries.ts'
import type { DeviceRecordings } from '../../recorder/device-recordings.ts'
import type { StoryMove } from '../../recorder/new-story.ts'
import type { NoteSender } from '../../recorder/notes/note-sender.ts'
import type { KeptNote } from '../../recorder/notes/note-store.ts'
import { moveMarks } from './asked-marks.ts'
import { movedNote, secondsOf, wholeSeconds } from './moved-note.ts'

/**
 * Keeps recordings that their story cannot take as one new story: everything that this device still has of it, in order, with its notes
 * and the questions that were asked. If the story is merely full, notes that it already has and that belong to these parts move as well.
 */
export async function keepAsNewStory(
  { recordings, notes }: { recordings: Pick<DeviceRecordings, 'keepAsNewStory'>; notes: NoteSender },
  delivery: Delivery,
  storyOf: (wanted: { id: string }) => Promise<BesideStory> = client.stories.get,
): Promise<void> {
  const userId = idOnDevice()
  if (userId === null) throw new Error('nobody is signed in')
  await recordings.keepAsNewStory(delivery, async (move) => {
    // Remembered now: while the story is being fetched, the server may already get what waited.
    const waited = new Map<string, KeptNote>()
    await notes.move(move.from, (note) => {
      waited.set(note.id, note)
      return movedNote(note, move)
    })
    moveMarks(userId, move)
    if (move.isGone) return
    // If the server cannot be reached, the full story keeps the notes it has.
    const story = await storyOf({ id: move.from }).catch(() => null)
    for (const note of story ? sentBeside(story, userId, move) : []) {
      const moved = await movedNote(note, move)
      const newer = waited.get(note.id)
      if (moved === null || newer?.removed) continue
      // What waited here is newer than what the story has: it has gone along already, and must not be written over.
      if (newer === undefined) await notes.keep(moved)
      await notes.keep({ ...note, removed: true })
    }
  })
}

type BesideStory = Pick<Story, 'id' | 'title' | 'notes' | 'description'>

/** The notes of a full story that belong to the parts it cannot take: written since these began, and stamped after their start. */
export function sentBeside(
  { id, title, notes, description }: BesideStory,
  userId: string,
  { to, since }: StoryMove,
): KeptNote[] {
  // The times come from two clocks, and a small difference between them cannot be told from the time an answer takes.
  const fromMs = Date.parse(since) - limits.clockToleranceSeconds * 1_000
  return notes
    .filter(({ createdAt }) => Date.parse(createdAt) >= fromMs)
    .filter(({ timestamp }) => secondsOf(timestamp) >= wholeSeconds(to.beginsAtMs))
    .map((note) => ({
      id: note.id,
      storyId: id,
      userId,
      text: note.text,
      timestamp: note.timestamp,
      story: { title, description },
      writtenAt: note.createdAt,
    }))
}
