import type { NewStory } from '#contract/stories.ts'
import { nowInstant } from '../../lib/clock.ts'
import { situationOf } from '../../lib/errors.ts'
import { formatDate, formatTime } from '../../lib/format.ts'
import { toldAnew } from '../../lib/told-time.ts'
import type { NoteAnswer } from '../../recorder/notes/note-sender.ts'
import type { KeptNote } from '../../recorder/notes/note-store.ts'
import { type ForgetPorts, forgetNote, isRefusal } from './forget-note.ts'

export type NotePorts = ForgetPorts & {
  putNote: (
    note: Pick<KeptNote, 'id' | 'storyId' | 'text' | 'timestamp'> & { was?: string },
  ) => Promise<unknown>
  create: (story: Omit<NewStory, 'speakers'>) => Promise<unknown>
}

/** Brings a note to the server, and its story first where the server does not know that. Never rejects. */
export async function sendNote(stories: NotePorts, note: KeptNote): Promise<NoteAnswer> {
  const { id, storyId, text, timestamp, was, story, writtenAt = nowInstant(), isUntold } = note
  if (note.removed) return forgetNote(stories, note)
  const words = { id, storyId, text, timestamp, ...(was === undefined ? {} : { was }) }
  try {
    await stories.putNote(words)
    return 'stored'
  } catch (error) {
    const situation = situationOf(error)
    if (situation === 'LIMIT_REACHED') return 'full'
    if (situation === 'CONFLICT') return 'changed'
    if (isRefusal(error)) return 'refused'
    if (situation !== 'NOT_FOUND') return 'later'
  }
  try {
    const at = (isUntold ? await toldAnew(writtenAt) : null) ?? writtenAt
    await stories.create({
      id: storyId,
      ...story,
      method: story.method ?? 'recording',
      date: formatDate(at),
      time: formatTime(at),
    })
    // The story may have been restored by now, and its note reworded there: what was read counts here, too.
    await stories.putNote(words)
    return 'stored'
  } catch (error) {
    const situation = situationOf(error)
    if (situation === 'CONFLICT') return 'changed'
    // FORBIDDEN: the story is somebody else's and in their trash, from where it may come back.
    if (situation === 'GONE' || situation === 'FORBIDDEN') return 'gone'
    return isRefusal(error) ? 'refused' : 'later'
  }
}
