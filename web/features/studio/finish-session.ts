import { v7 as newId } from 'uuid'
import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import { tooLong } from '#contract/too-long.ts'
import { stampOf } from '../../lib/format.ts'
import { dropDraft, journalDraft, readDraft } from '../../lib/use-draft.ts'
import type { SessionView, StudioSession } from './studio-session.ts'

/** What the story is about when nobody said so: its first note. */
function descriptionOf({ notes, recordingIds }: Pick<SessionView, 'notes' | 'recordingIds'>): string {
  if (notes[0]) return cutText(notes[0].text, limits.description)
  return recordingIds.length > 0 ? 'A recorded story' : ''
}

/**
 * Keeps on the disk what was only known at the end: who spoke, and what the story is about where nobody had said so. It goes to the
 * server by itself. Never rejects: the recording does not depend on it.
 */
export async function finishStory(session: StudioSession): Promise<void> {
  await keepBegunNote(session).catch(() => undefined)
  await session.keepDetails(descriptionOf(session.view.get())).catch(() => undefined)
}

/** Whether a note was begun and not added. */
export const hasBegunNote = (storyId: string): boolean => readDraft(journalDraft(storyId)).trim() !== ''

/** Who ends a session has done with the note as well: nobody comes back to press "Add". One that is too long stays to be cut. */
async function keepBegunNote(session: StudioSession): Promise<void> {
  const draft = journalDraft(session.plan.storyId)
  const text = readDraft(draft).trim()
  if (text === '' || tooLong(limits.noteText, text) !== undefined) return
  const timestamp = stampOf(session.storyMs)
  await session.putNote({ id: newId(), text, timestamp })
  dropDraft(draft)
}
