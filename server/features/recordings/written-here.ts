import type { Storage } from '../../storage/storage.ts'

/** Where a recording ends by its row, and when the chunk came that ends there. */
type End = { receivedBytes: number; lastChunkAt: Date }

/** Beyond so many the one that was written longest ago is forgotten, and would be written once more. */
const RECORDINGS_MAX = 10_000

const ends = new WeakMap<Storage, Map<string, string>>()

/**
 * Remembers that this process has written and flushed a recording up to its end: what was acknowledged here need not be written once
 * more for a device that asks where it stands. Another process knows nothing of it, nor does this one after a start.
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

/** Whether the chunk that a recording ends with was written and flushed by this process. */
export function wasWrittenHere(storage: Storage, key: string, end: End): boolean {
  return ends.get(storage)?.get(key) === nameOf(end)
}

/** The time tells a chunk that came a second time, after its bytes were lost, from the first. */
const nameOf = ({ receivedBytes, lastChunkAt }: End) => `${receivedBytes} ${lastChunkAt.getTime()}`
