import type { StoryMethod } from '#contract/stories.ts'
import { answer, write } from '../spool/database.ts'

/** A note, as it is here, that the server does not have yet, with what is needed to create its story there. */
export type KeptNote = {
  id: string
  storyId: string
  userId: string
  text: string
  /** Where in the story it belongs, mm:ss. */
  timestamp: string
  /** The server's text, as last known here, when the note was first reworded on this device; if it differs by now, both texts are kept. */
  was?: string
  story: { title: string; description: string; method?: StoryMethod }
  /** When it was first written, ISO 8601 in UTC; it may be sent days later. */
  writtenAt?: string
  /** `writtenAt` is from this device's own clock, before a server had told the time. */
  isUntold?: boolean
  /** The note was deleted here; the server is to delete it too. */
  removed?: boolean
  /** New each time the note is written, to tell the version that was sent from one written meanwhile. */
  revision?: string
  /** Set when this is not a note, but the details of a story that became known in one session. */
  details?: StoryDetails
  /** When the server first said that the note's story is deleted, ISO 8601 in UTC; the story may still be in the trash. */
  goneSince?: string
}

export type StoryDetails = {
  /** Who spoke, and who was named in the session and then removed again. */
  speakers: string[]
  dropped: string[]
  /** The story's description, to be used where it has none. */
  description: string
}

/** Notes on the device's disk. When a write resolves, it has reached the disk. */
export type NoteStore = {
  /** Stores a note in place of its earlier version, whose `writtenAt` and `was` are kept. */
  put: (note: KeptNote) => Promise<void>
  list: (userId: string) => Promise<KeptNote[]>
  /** Records since when the note's story is gone, unless the note was rewritten since it was read. */
  markGone: (note: KeptNote, goneSince: string) => Promise<void>
  /**
   * Replaces a note by another, perhaps of another story, unless the note was rewritten since it was read.
   * @returns whether the note was replaced
   */
  move: (note: KeptNote, to: KeptNote) => Promise<boolean>
  /** Removes a note that the server has. If it was rewritten since it was read, it stays, and its `was` becomes the sent text. */
  remove: (note: KeptNote) => Promise<void>
}

export function createNoteStore(database: IDBDatabase): NoteStore {
  return {
    put: (note) =>
      write(database, ['notes'], (tx) => {
        const notes = tx.objectStore('notes')
        const found: IDBRequest<KeptNote | undefined> = notes.get([note.storyId, note.id])
        found.onsuccess = () => {
          const before = found.result
          const first = before?.writtenAt === undefined ? note : before
          const { writtenAt, isUntold = false } = first
          const { was: _, ...words } = note
          const was = before && !before.removed ? before.was : (before?.was ?? note.was)
          const put = was === undefined ? words : { ...words, was }
          notes.put(writtenAt === undefined ? put : { ...put, writtenAt, isUntold })
        }
      }),

    async list(userId) {
      const all: KeptNote[] = await answer(database.transaction('notes').objectStore('notes').getAll())
      return all.filter((note) => note.userId === userId)
    },

    markGone: (note, goneSince) =>
      unlessWrittenAnew(database, note, (notes, found) => notes.put({ ...found, goneSince })),

    async move(note, to) {
      let isMoved = false
      await unlessWrittenAnew(database, note, (notes, { storyId, id }) => {
        notes.put(to)
        notes.delete([storyId, id])
        isMoved = true
      })
      return isMoved
    },

    remove: (note) =>
      unlessWrittenAnew(
        database,
        note,
        (notes, { storyId, id }) => notes.delete([storyId, id]),
        (notes, found) => notes.put({ ...found, was: note.text }),
      ),
  }
}

function unlessWrittenAnew(
  database: IDBDatabase,
  { storyId, id, revision }: KeptNote,
  change: (notes: IDBObjectStore, found: KeptNote) => void,
  otherwise: (notes: IDBObjectStore, found: KeptNote) => void = () => undefined,
): Promise<void> {
  return write(database, ['notes'], (tx) => {
    const notes = tx.objectStore('notes')
    const reading: IDBRequest<KeptNote | undefined> = notes.get([storyId, id])
    reading.onsuccess = () => {
      const found = reading.result
      if (found === undefined) return
      if (found.revision === revision) change(notes, found)
      else otherwise(notes, found)
    }
  })
}
