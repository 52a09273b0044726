import { stampOf } from '../../lib/format.ts'
import { textHash } from '../../recorder/hash.ts'
import type { StoryMove } from '../../recorder/new-story.ts'
import type { KeptNote } from '../../recorder/notes/note-store.ts'

/** A note as it must be in the new story; null where the note stays, because its own story keeps it. */
export async function movedNote(note: KeptNote, move: StoryMove): Promise<KeptNote | null> {
  const { goneSince: _, was: __, ...kept } = note
  const seconds = secondsOf(note.timestamp)
  // What was taken out has to be taken out of its own story, which may have it: a deleted one once it is restored.
  if (note.removed) return null
  const staysWithFull = note.details || seconds < wholeSeconds(move.to.beginsAtMs)
  if (!move.isGone && staysWithFull) return null
  if (note.details) return { ...kept, storyId: move.to.id }
  return {
    ...kept,
    id: await idWithin(move.to.id, note.id),
    storyId: move.to.id,
    timestamp: stampOf(secondsInNewStory(seconds, move) * 1_000),
  }
}

/** The note's time in the new story: without what was told before that begins, and without the gaps between its parts. */
function secondsInNewStory(seconds: number, { to, parts }: StoryMove): number {
  let missing = wholeSeconds(to.beginsAtMs)
  for (const [index, { beginsAtMs }] of parts.entries()) {
    const endedAt = wholeSeconds(parts[index - 1]?.endsAtMs ?? beginsAtMs)
    missing += Math.max(0, Math.min(seconds, wholeSeconds(beginsAtMs)) - endedAt)
  }
  return Math.max(0, seconds - missing)
}

export const wholeSeconds = (ms: number) => Math.floor(ms / 1_000)

export function secondsOf(timestamp: string): number {
  const [minutes = 0, seconds = 0] = timestamp.split(':').map(Number)
  return minutes * 60 + seconds
}

/**
 * A note's id in another story, always the same for the same note. It needs a new id because the server may already know the note under
 * its own id, and there a note cannot change its story.
 */
async function idWithin(storyId: string, noteId: string): Promise<string> {
  const hash = await textHash(`${storyId} ${noteId}`)
  const time = noteId.slice(0, 13)
  return `${time}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}
