import { answer, write } from '../spool/database.ts'

/** A note that the server does not have yet, with what it takes to make its story there. */
export type KeptNote = {
  id: string
  storyId: string
  userId: string
  text: string
  /** mm:ss into the story. */
  timestamp: string
  story: { title: string; description: string }
}

/** Notes on the device's disk. Writes have reached it when they resolve. */
export type NoteStore = {
  put: (note: KeptNote) => Promise<void>
  list: (userId: string) => Promise<KeptNote[]>
  remove: (note: KeptNote) => Promise<void>
}

export function createNoteStore(database: IDBDatabase): NoteStore {
  return {
    put: (note) => write(database, ['notes'], (tx) => tx.objectStore('notes').put(note)),

    async list(userId) {
      const all: KeptNote[] = await answer(database.transaction('notes').objectStore('notes').getAll())
      return all.filter((note) => note.userId === userId)
    },

    remove: ({ storyId, id }) =>
      write(database, ['notes'], (tx) => tx.objectStore('notes').delete([storyId, id])),
  }
}
