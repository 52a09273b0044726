import type { StoryMethod } from '#contract/stories.ts'
import { answer, write } from '../spool/database.ts'

/** A note that the server does not have yet as it is here, with what it takes to make its story there. */
export type KeptNote = {
  id: string
  storyId: string
  userId: string
  text: string
  /** mm:ss into the story. */
  timestamp: string
  /** What the server was known to have of it when it was first reworded here; where it reads otherwise by now, both stay. */
  was?: string
  story: { title: string; description: string; method?: StoryMethod }
  /** When it was first written, ISO 8601 in UTC; it may be sent days later. */
  writtenAt?: string
  /** That was told by this device's own clock, before a server had told the time. */
  isUntold?: boolean
  /** Taken out again: the server is to forget it too. */
  removed?: boolean
  /** Another one each time it is written, so that what was sent is told from what was written meanwhile. */
  revision?: string
  /** Not a note, but what became known of the story in one session. */
  details?: StoryDetails
  /** Since when the server says that its story was deleted, ISO 8601 in UTC: it may lie in the trash. */
  goneSince?: string
}

export type StoryDetails = {
  /** Who spoke, and who was named meanwhile and taken out again. */
  speakers: string[]
  dropped: string[]
  /** What it is about, where nobody has said so. */
  description: string
}

/** Notes on the device's disk. Writes have reached it when they resolve. */
export type NoteStore = {
  /** Puts a note in the place of what it was before, which tells when it was first written and what the server had then. */
  put: (note: KeptNote) => Promise<void>
  list: (userId: string) => Promise<KeptNote[]>
  /** Notes since when the story is gone, unless the note was written anew since it was read. */
  markGone: (note: KeptNote, goneSince: string) => Promise<void>
  /**
   * Puts a note in the place of another, of another story perhaps, unless that was written anew since it was read.
   * @returns whether it did
   */
  move: (note: KeptNote, to: KeptNote) => Promise<boolean>
  /** Lets a note go that the server has; one that was written anew since it was read knows from now on what the server has. */
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
