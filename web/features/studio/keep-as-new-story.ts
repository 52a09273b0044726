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
 * Keeps what cannot go to a story as one new story: all that this device still has of it, in order, with what was written beside it
 * and which questions were asked. A story that is only full gives back what was written beside these parts and has reached it.
 */
export async function keepAsNewStory(
  { recordings, notes }: { recordings: DeviceRecordings; notes: NoteSender },
  delivery: Delivery,
): Promise<void> {
  const userId = idOnDevice()
  if (userId === null) throw new Error('nobody is signed in')
  await recordings.keepAsNewStory(delivery, async (move) => {
    await notes.move(move.from, (note) => movedNote(note, move))
    moveMarks(userId, move)
    if (move.isGone) return
    // Where the server cannot be asked, it keeps what it has.
    const story = await client.stories.get({ id: move.from }).catch(() => null)
    for (const note of story ? sentBeside(story, userId, move) : []) {
      const moved = await movedNote(note, move)
      if (moved === null) continue
      await notes.keep(moved)
      await notes.keep({ ...note, removed: true })
    }
  })
}

/** The notes of a full story that were written beside what does not fit into it: from where that begins, and since then. */
export function sentBeside(
  { id, title, notes, description }: Pick<Story, 'id' | 'title' | 'notes' | 'description'>,
  userId: string,
  { to, since }: StoryMove,
): KeptNote[] {
  // Two clocks: how far they may differ is not told apart from how long an answer takes.
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
