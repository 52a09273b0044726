import { situationOf } from '../../lib/errors.ts'
import type { NoteAnswer } from '../../recorder/notes/note-sender.ts'
import type { KeptNote } from '../../recorder/notes/note-store.ts'

export type ForgetPorts = {
  deleteNote: (note: { storyId: string; id: string }) => Promise<unknown>
  get: (story: { id: string }) => Promise<unknown>
}

/**
 * Takes a note out of its story on the server. `gone` only where the story itself is not there: one that comes back from the trash
 * comes back with all its notes, and this one has to be taken out then. Never rejects.
 */
export async function forgetNote(
  { deleteNote, get }: ForgetPorts,
  { storyId, id }: Pick<KeptNote, 'storyId' | 'id'>,
): Promise<NoteAnswer> {
  try {
    await deleteNote({ storyId, id })
    return 'stored'
  } catch (error) {
    if (isRefusal(error)) return 'refused'
    if (situationOf(error) !== 'NOT_FOUND') return 'later'
  }
  try {
    await get({ id: storyId })
    return 'stored'
  } catch (error) {
    return situationOf(error) === 'NOT_FOUND' ? 'gone' : 'later'
  }
}

/** Whether the server will refuse the same again, for instance because the person may only read the story by now. */
export function isRefusal(error: unknown): boolean {
  const situation = situationOf(error)
  return situation === 'FORBIDDEN' || situation === 'BAD_REQUEST'
}
