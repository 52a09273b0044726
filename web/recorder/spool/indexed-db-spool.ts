import { answer, write } from './database.ts'
import {
  type ChunkEntry,
  changed,
  emptyExtent,
  type Slice,
  type Spool,
  type SpoolRecording,
} from './spool.ts'

/** A slice as it lies in the database: an ArrayBuffer, because Blobs stalled at 500 MiB when measured. */
type StoredSlice = { recordingId: string; seq: number; bytes: ArrayBuffer; endMs: number; endByte: number }

/** How many keys are fetched at a time; the values are then read one by one within the caller's byte budget. */
const keysAtATime = 256

/** How many times a record is read before it counts as unreadable. */
const readsMost = 3

/** How many slices are freed in one transaction. Freeing five hours of slices in one blocked all other writes for three minutes. */
const freedAtATime = 200

/** The spool in IndexedDB. */
export function createIndexedDbSpool(database: IDBDatabase): Spool {
  const reading = (name: 'recordings' | 'slices' | 'chunks') => database.transaction(name).objectStore(name)
  const ownSlices = (id: string, from = 0, to = Number.MAX_SAFE_INTEGER) =>
    IDBKeyRange.bound([id, from], [id, to])

  /**
   * One slice, or null when its record cannot be read: one bad record must not cost the others. Rejects when the database itself
   * cannot be used; returning null there would look as if nothing had been recorded.
   */
  async function readSlice(key: IDBValidKey): Promise<Slice | null> {
    for (let reads = 1; ; reads += 1) {
      const slices = reading('slices')
      try {
        const stored: StoredSlice | undefined = await answer(slices.get(key))
        if (stored === undefined) return null
        return {
          seq: stored.seq,
          bytes: new Uint8Array(stored.bytes),
          endMs: stored.endMs,
          endByte: stored.endByte,
        }
      } catch {
        if (reads === readsMost) return null
      }
    }
  }

  /** The id of the recording whose slices (or chunks) follow next, in key order, after those of the given one. */
  async function ownerAfter(name: 'slices' | 'chunks', id: string): Promise<string | null> {
    // In IndexedDB's key order an array sorts after every number, so this bound skips all keys of `id`.
    const cursor = await answer(reading(name).openKeyCursor(IDBKeyRange.lowerBound([id, []])))
    return cursor === null ? null : ownerOf(cursor.key)
  }

  async function free(name: 'slices' | 'chunks', id: string): Promise<void> {
    const first = await answer(reading(name).openKeyCursor(ownSlices(id)))
    const last = await answer(reading(name).openKeyCursor(ownSlices(id), 'prev'))
    if (first === null || last === null) return

    const end = sequenceOf(last.key)
    for (let from = sequenceOf(first.key); from <= end; from += freedAtATime) {
      const some = ownSlices(id, from, from + freedAtATime - 1)
      await write(database, [name], (tx) => tx.objectStore(name).delete(some), 'relaxed')
    }
  }

  return {
    create: (recording) =>
      write(database, ['recordings'], (tx) => tx.objectStore('recordings').add(recording)),

    update: (id, change) =>
      write(database, ['recordings'], (tx) => {
        const store = tx.objectStore('recordings')
        const request: IDBRequest<SpoolRecording | undefined> = store.get(id)
        request.onsuccess = () => {
          if (request.result) store.put(changed(request.result, change))
        }
      }),

    get: async (id) => (await answer<SpoolRecording | undefined>(reading('recordings').get(id))) ?? null,

    async list() {
      const found: SpoolRecording[] = []
      for (const key of await answer(reading('recordings').getAllKeys())) {
        const recording = await answer<SpoolRecording>(reading('recordings').get(key)).catch(() => null)
        if (recording) found.push(recording)
      }
      return found
    },

    append: (recordingId, slices) =>
      write(database, ['slices'], (tx) => {
        for (const { seq, bytes, endMs, endByte } of slices) {
          const stored: StoredSlice = { recordingId, seq, bytes: bufferOf(bytes), endMs, endByte }
          tx.objectStore('slices').add(stored)
        }
      }),

    async extent(id) {
      let to = Number.MAX_SAFE_INTEGER
      let slices = 0
      while (to >= 0) {
        const cursor = await answer(reading('slices').openKeyCursor(ownSlices(id, 0, to), 'prev'))
        if (cursor === null) break

        to = sequenceOf(cursor.key) - 1
        slices = Math.max(slices, to + 2)
        const slice = await readSlice(cursor.key)
        if (slice !== null) return { slices, endMs: slice.endMs, endByte: slice.endByte }
      }
      return { ...emptyExtent, slices }
    },

    async read(id, fromSeq, toSeq, maxBytes) {
      const slices: Slice[] = []
      let bytes = 0
      let from = fromSeq
      while (from <= toSeq) {
        const keys = await answer(reading('slices').getAllKeys(ownSlices(id, from, toSeq), keysAtATime))
        for (const key of keys) {
          const slice = await readSlice(key)
          if (slice === null) continue
          if (slices.length > 0 && bytes + slice.bytes.byteLength > maxBytes) return slices

          slices.push(slice)
          bytes += slice.bytes.byteLength
        }
        const last = keys.at(-1)
        if (last === undefined || keys.length < keysAtATime) return slices
        from = sequenceOf(last) + 1
      }
      return slices
    },

    chunk: async (id, index) =>
      (await answer<ChunkEntry | undefined>(reading('chunks').get([id, index]))) ?? null,

    async lastChunk(id) {
      const cursor = await answer(reading('chunks').openCursor(ownSlices(id), 'prev'))
      return (cursor?.value as ChunkEntry | undefined) ?? null
    },

    putChunk: (entry) => write(database, ['chunks'], (tx) => tx.objectStore('chunks').put(entry)),

    dropChunksFrom: (id, index) =>
      write(database, ['chunks'], (tx) => tx.objectStore('chunks').delete(ownSlices(id, index))),

    // Deletes the row rather than marking it as removed: a full disk takes no mark, and removing is what makes room on it.
    remove: (id) => write(database, ['recordings'], (tx) => tx.objectStore('recordings').delete(id)),

    async freeRemoved() {
      for (const name of ['slices', 'chunks'] as const) {
        let id = await ownerAfter(name, '')
        while (id !== null) {
          // A recording's row is written before its first slice. Counting by key finds the row even where its value cannot be read.
          const isRemoved = (await answer(reading('recordings').count(id))) === 0
          if (isRemoved) await free(name, id)
          id = await ownerAfter(name, id)
        }
      }
    },
  }
}

/** The exact bytes in a buffer of their own: storing a view over a larger buffer would store the whole buffer. */
function bufferOf(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes.buffer
  return bytes.slice().buffer
}

function ownerOf(key: IDBValidKey): string | null {
  const id = Array.isArray(key) ? key[0] : undefined
  return typeof id === 'string' ? id : null
}

function sequenceOf(key: IDBValidKey): number {
  const seq = Array.isArray(key) ? key[1] : undefined
  return typeof seq === 'number' ? seq : 0
}
