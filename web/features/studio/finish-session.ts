import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import type { SessionView, StudioSession } from './studio-session.ts'

/** What the story is about when nobody said so: its first note. */
export function descriptionOf({ notes, recordingIds }: Pick<SessionView, 'notes' | 'recordingIds'>): string {
  if (notes[0]) return cutText(notes[0].text, limits.description)
  return recordingIds.length > 0 ? 'A recorded story' : ''
}

/**
 * Keeps on the disk what was only known at the end: who spoke, and what the story is about where nobody had said so. It goes to the
 * server by itself. Never rejects: the recording does not depend on it.
 */
export async function finishStory(session: StudioSession): Promise<void> {
  await session.keepDetails(descriptionOf(session.view.get())).catch(() => undefined)
}
