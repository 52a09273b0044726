import { limits } from '#contract/limits.ts'
import { SpoolFailure } from '../failures.ts'
import type { Bytes } from '../hash.ts'
import { type Extent, emptyExtent, type Slice, type Spool } from './spool.ts'

/** The most bytes in one transaction: after a slow disk, the writer catches up in few large writes. */
const batchBytes = 2 * 1024 * 1024

export type SliceWriterEvents = {
  /** Everything up to here is on the device's disk. */
  committed: (extent: Extent) => void
  /** Called at most once. */
  failed: (failure: SpoolFailure) => void
}

/**
 * Writes slices in the order they came, several in one transaction when the disk is behind, and reports how far the
 * recording is durable. After a failed write nothing more is written: a hole would spoil everything after it.
 */
export class SliceWriter {
  readonly #spool: Spool
  readonly #recordingId: string
  readonly #told: SliceWriterEvents
  #waiting: Slice[] = []
  #queued: Extent = emptyExtent
  #working: Promise<void> = Promise.resolve()
  #failure: SpoolFailure | null = null

  constructor(spool: Spool, recordingId: string, told: SliceWriterEvents) {
    this.#spool = spool
    this.#recordingId = recordingId
    this.#told = told
  }

  /**
   * Queues a slice. `endMs` is the recording's length including it. A slice too large for one chunk is split; its last piece has
   * `endMs`.
   */
  add(bytes: Bytes, endMs: number): void {
    for (let offset = 0; offset < bytes.byteLength; offset += limits.chunkBytesMax) {
      const end = offset + limits.chunkBytesMax
      const piece = bytes.slice(offset, end)
      const { slices, endMs: beforeMs, endByte: beforeBytes } = this.#queued
      const reachesMs = end < bytes.byteLength ? beforeMs : endMs
      const endByte = beforeBytes + piece.byteLength
      this.#waiting.push({ seq: slices, bytes: piece, endMs: reachesMs, endByte })
      this.#queued = { slices: slices + 1, endMs: reachesMs, endByte }
    }
    this.#working = this.#working.then(() => this.#write())
  }

  /** Resolves when everything queued is durable. Rejects with `SpoolFailure` when something is not. */
  async flush(): Promise<void> {
    await this.#working
    if (this.#failure !== null) throw this.#failure
  }

  /** Writes until the queue is empty: it may hold more than one transaction takes. */
  async #write(): Promise<void> {
    while (this.#failure === null) {
      const batch = takeBatch(this.#waiting)
      const last = batch.at(-1)
      if (last === undefined) return

      try {
        await this.#spool.append(this.#recordingId, batch)
      } catch (error) {
        this.#failure = error instanceof SpoolFailure ? error : new SpoolFailure('device-storage', error)
        this.#told.failed(this.#failure)
        return
      }
      this.#waiting.splice(0, batch.length)
      this.#told.committed({ slices: last.seq + 1, endMs: last.endMs, endByte: last.endByte })
    }
  }
}

function takeBatch(waiting: readonly Slice[]): Slice[] {
  const batch: Slice[] = []
  let bytes = 0
  for (const slice of waiting) {
    if (batch.length > 0 && bytes + slice.bytes.byteLength > batchBytes) break
    batch.push(slice)
    bytes += slice.bytes.byteLength
  }
  return batch
}
