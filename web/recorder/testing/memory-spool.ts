import type { ChunkEntry, Slice, Spool, SpoolRecording } from '../spool/spool.ts'
import { changed, emptyExtent } from '../spool/spool.ts'

/** A spool that outlives the objects using it in a test, as the disk outlives a killed page. */
export function createMemorySpool(): Spool {
  const recordings = new Map<string, SpoolRecording>()
  const slices = new Map<string, Slice[]>()
  const chunks = new Map<string, ChunkEntry[]>()

  return {
    create: async (recording) => {
      recordings.set(recording.id, structuredClone(recording))
    },
    update: async (id, change) => {
      const known = recordings.get(id)
      if (known) recordings.set(id, structuredClone(changed(known, change)))
    },
    get: async (id) => structuredClone(recordings.get(id) ?? null),
    list: async () => structuredClone([...recordings.values()]),
    append: async (id, added) => {
      slices.set(id, [...(slices.get(id) ?? []), ...structuredClone([...added])])
    },
    extent: async (id) => {
      const last = slices.get(id)?.at(-1)
      return last ? { slices: last.seq + 1, endMs: last.endMs, endByte: last.endByte } : emptyExtent
    },
    read: async (id, fromSeq, toSeq, maxBytes) => {
      const taken: Slice[] = []
      let bytes = 0
      for (const slice of slices.get(id) ?? []) {
        if (slice.seq < fromSeq || slice.seq > toSeq) continue
        if (taken.length > 0 && bytes + slice.bytes.byteLength > maxBytes) break
        taken.push(structuredClone(slice))
        bytes += slice.bytes.byteLength
      }
      return taken
    },
    chunk: async (id, index) =>
      structuredClone(chunks.get(id)?.find((entry) => entry.index === index) ?? null),
    lastChunk: async (id) => structuredClone(chunks.get(id)?.at(-1) ?? null),
    putChunk: async (entry) => {
      const others = (chunks.get(entry.recordingId) ?? []).filter(({ index }) => index !== entry.index)
      chunks.set(
        entry.recordingId,
        [...others, structuredClone(entry)].sort((a, b) => a.index - b.index),
      )
    },
    dropChunksFrom: async (id, index) => {
      chunks.set(
        id,
        (chunks.get(id) ?? []).filter((entry) => entry.index < index),
      )
    },
    remove: async (id) => {
      recordings.delete(id)
    },
    freeRemoved: async () => {
      for (const store of [slices, chunks])
        for (const id of store.keys()) if (!recordings.has(id)) store.delete(id)
    },
  }
}
