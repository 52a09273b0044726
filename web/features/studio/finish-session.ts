import { v7 as newId } from 'uuid'
import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import { tooLong } from '#contract/too-long.ts'
import { stampOf } from '../../lib/format.ts'
import { dropDraft, journalDraft, readDraft } from '../../lib/use-draft.ts'
import type { SessionView, StudioSession } from './studio-session.ts'

/** A description for a story without one: its first note. */
function descriptionOf({ notes, recordingIds }: Pick<SessionView, 'notes' | 'recordingIds'>): string {
  if (notes[0]) return cutText(notes[0].text, limits.description)
  return recordingIds.length > 0 ? 'A recorded story' : ''
}

/**
 * Keeps on the disk what is known only at the end: who spoke, and a description for a story without one. Both are sent to the server
 * in the background. Never rejects: the recording does not depend on them.
 */
export async function finishStory(session: StudioSession): Promise<void> {
  await keepBegunNote(session).catch(() => undefined)
  await session.keepDetails(descriptionOf(session.view.get())).catch(() => undefined)
}

/** Whether a note was begun and not yet added. */
export const hasBegunNote = (storyId: string): boolean => readDraft(journalDraft(storyId)).trim() !== ''

/** Adds a note that was begun: after ending the session nobody comes back to press "Add". A note that is too long stays a draft. */
async function keepBegunNote(session: StudioSession): Promise<void> {
  const draft = journalDraft(session.plan.storyId)
  const text = readDraft(draft).trim()
  if (text === '' || tooLong(limits.noteText, text) !== undefined) return
  const timestamp = stampOf(session.storyMs)
  await session.putNote({ id: newId(), text, timestamp })
  dropDraft(draft)
}
