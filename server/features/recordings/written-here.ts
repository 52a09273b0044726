import type { Storage } from '../../storage/storage.ts'

/** Where a recording ends according to its row, and when the chunk at that end came. */
type End = { receivedBytes: number; lastChunkAt: Date }

/**
 * At most so many recordings are remembered. The one written longest ago is forgotten first; its last chunk would be written once
 * more.
 */
const RECORDINGS_MAX = 10_000

const ends = new WeakMap<Storage, Map<string, string>>()

/**
 * Remembers that this process has written and flushed a recording up to its end, so that its last chunk need not be written once
 * more for a device that asks where the recording stands. Another process does not know of it, nor does this one after a restart.
 */
export function noteWritten(storage: Storage, key: string, end: End): void {
  const known = ends.get(storage) ?? new Map<string, string>()
  ends.set(storage, known)
  known.delete(key)
  known.set(key, nameOf(end))
  if (known.size <= RECORDINGS_MAX) return
  for (const oldest of known.keys()) {
    known.delete(oldest)
    return
  }
}

/** Whether the last chunk of a recording was written and flushed by this process. */
export function wasWrittenHere(storage: Storage, key: string, end: End): boolean {
  return ends.get(storage)?.get(key) === nameOf(end)
}

/** The time distinguishes a chunk that was sent a second time, after its bytes were lost, from the first one. */
const nameOf = ({ receivedBytes, lastChunkAt }: End) => `${receivedBytes} ${lastChunkAt.getTime()}`
