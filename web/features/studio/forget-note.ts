import { situationOf } from '../../lib/errors.ts'
import type { NoteAnswer } from '../../recorder/notes/note-sender.ts'
import type { KeptNote } from '../../recorder/notes/note-store.ts'

export type ForgetPorts = {
  deleteNote: (note: { storyId: string; id: string }) => Promise<unknown>
  get: (story: { id: string }) => Promise<{ notes: readonly { id: string }[] }>
}

/**
 * Takes a note out of its story on the server. `gone` only where the story itself is not there: one that comes back from the trash
 * comes back with all its notes, and this one has to be taken out then. `refused` only where the story has the note: one that the story
 * never took is nowhere but here. Never rejects.
 */
export async function forgetNote(
  { deleteNote, get }: ForgetPorts,
  { storyId, id }: Pick<KeptNote, 'storyId' | 'id'>,
): Promise<NoteAnswer> {
  let isRefused = false
  try {
    await deleteNote({ storyId, id })
    return 'stored'
  } catch (error) {
    isRefused = isRefusal(error)
    if (!isRefused && situationOf(error) !== 'NOT_FOUND') return 'later'
  }
  try {
    const { notes } = await get({ id: storyId })
    return isRefused && notes.some((note) => note.id === id) ? 'refused' : 'stored'
  } catch (error) {
    return situationOf(error) === 'NOT_FOUND' ? 'gone' : 'later'
  }
}

/** Whether the server will refuse the same again, for instance because the person may only read the story by now. */
export function isRefusal(error: unknown): boolean {
  const situation = situationOf(error)
  return situation === 'FORBIDDEN' || situation === 'BAD_REQUEST'
}
