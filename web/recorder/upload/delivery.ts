import { limits } from '#contract/limits.ts'
import type { RecordingStatus } from '#contract/recordings.ts'
import type { Spool, SpoolChange, SpoolRecording } from '../spool/spool.ts'
import type { Bell } from './bell.ts'
import type { Chunk, Manifest } from './manifest.ts'
import type { Pace } from './pace.ts'
import { UploadFailure, type UploadPort } from './upload.ts'

export type DeliveryPorts = {
  spool: Spool
  upload: UploadPort
  /** Rung when more was recorded, and when the recording ended. */
  more: Bell
  now: () => number
  /** Whether the recording has ended. Asked apart from the spool because a full disk cannot store `endedAt`. */
  hasEnded: () => boolean
  /** Whether slices may still arrive although the recording has ended: it must not be completed without them. */
  isBehind?: () => boolean
  /** Corrects times from this device's own clock by the server's; null while no server has told the time. */
  dated?:
    | ((recording: SpoolRecording) => Promise<Pick<SpoolChange, 'startedAt' | 'story'> | null>)
    | undefined
}

export type DeliveryEvents = {
  /** How much of the recording the server already had when asked. */
  found: (ms: number) => void
  /** The server's disk has the recording up to here. */
  sent: (ms: number) => void
  /** Everything was sent; the server is re-reading it. */
  verifying: () => void
}

/** `safe`: re-read by the server, hashes agree. `empty`: there was nothing. `differs`: the server holds other bytes. */
export type Delivery = 'safe' | 'empty' | 'differs'

/** The longest wait while nothing new is recorded; a missed ring costs no more than this. */
const idleMs = 2_000
const pollFirstMs = 150
const pollLongestMs = 5_000
/** A single break may only be a change of network; a chunk during which the connection breaks this often is cut again, smaller. */
const breaksMost = 2
/** How often damaged chunks are sent again in one attempt. Storage that still damages them then is left alone for a while. */
const mendsMost = 3

/**
 * One attempt to bring a recording to the server: asks how much the server has, sends the missing chunks in order, one at
 * a time, keeps up with the recording while it goes on, and at its end has the server verify it.
 * Rejects with `UploadFailure`; calling again continues from what the server has.
 */
export class Attempt {
  readonly #ports: DeliveryPorts
  readonly #manifest: Manifest
  readonly #pace: Pace
  readonly #events: DeliveryEvents
  readonly #signal: AbortSignal
  /** The chunk during which the connection last broke, and how often in a row. */
  #broken = { index: -1, times: 0 }
  /** The chunk that was cut again because of that; null where there is none, or the server has it by now. */
  #recut: number | null = null
  /** Whether this attempt has told the server that the recording is complete. */
  #isEndTold = false

  constructor(
    ports: DeliveryPorts,
    manifest: Manifest,
    pace: Pace,
    events: DeliveryEvents,
    signal: AbortSignal,
  ) {
    this.#ports = ports
    this.#manifest = manifest
    this.#pace = pace
    this.#events = events
    this.#signal = signal
  }

  /** Corrects a wrong device clock. The time is known from the server's first answer, which may come days after the recording. */
  async #dated(recording: SpoolRecording): Promise<SpoolRecording> {
    const dated = recording.isUntold ? await this.#ports.dated?.(recording) : null
    if (!dated) return recording
    await this.#ports.spool.update(recording.id, { ...dated, isUntold: false })
    // It may have been changed while the time was waited for: moved to another story, say.
    return (await this.#ports.spool.get(recording.id)) ?? recording
  }

  async run(found: SpoolRecording): Promise<Delivery> {
    if (await this.#isEmpty(found)) return 'empty'

    this.#isEndTold = false
    const recording = await this.#dated(found)
    const { remoteId: id, story, part, kind, mimeType, quality, startedAt, transcribe = true } = recording
    let status = await this.#ports.upload.start(
      { id, story, part, kind, mimeType, quality, startedAt, transcribe },
      this.#signal,
    )
    // The server ends a recording after a day of silence but still accepts chunks for it, so check what is missing even then.
    if (status.state === 'receiving' || !(await this.#isAllSent(recording, status))) {
      if (!(await this.#agrees(status))) return 'differs'

      const ended = await this.#sendFrom(recording, status.nextIndex)
      if (!ended) return 'empty'
      if (this.#manifest.count === 0) {
        const { slices } = await this.#ports.spool.extent(recording.id)
        if (slices === 0) return 'empty'
        // Slices were recorded, but the device cannot read any of them at present.
        throw new UploadFailure('device')
      }
      status = await this.#complete(recording)
    }
    return this.#verify(recording, status)
  }

  async #isAllSent(recording: SpoolRecording, { nextIndex }: RecordingStatus): Promise<boolean> {
    const ended = recording.endedAt !== null || this.#ports.hasEnded()
    return ended && nextIndex >= this.#manifest.count && !(await this.#manifest.hasMore())
  }

  /** Whether the bytes the server has are those of our first chunks. */
  async #agrees({ nextIndex, receivedBytes }: RecordingStatus): Promise<boolean> {
    if ((await this.#manifest.bytesBefore(nextIndex)) === receivedBytes) return true
    if (this.#recut === null || nextIndex !== this.#recut + 1) return false

    // The larger chunk did arrive after all, only after the server was asked: cut it again as it was, up to the server's last byte.
    await this.#manifest.dropFrom(this.#recut)
    await this.#manifest.cut(receivedBytes - this.#manifest.sizeBytes, 0)
    this.#recut = null
    return this.#manifest.sizeBytes === receivedBytes
  }

  /** Whether nothing was recorded. Unreadable slices count as recorded, and chunks cut earlier may be on the server, where they stay. */
  async #isEmpty({ id, endedAt }: SpoolRecording): Promise<boolean> {
    if (endedAt === null || this.#manifest.count > 0 || this.#ports.isBehind?.()) return false
    return (await this.#ports.spool.extent(id)).slices === 0
  }

  /** Sends until the recording has ended and nothing is left. Returns false when it was removed or discarded meanwhile. */
  async #sendFrom(recording: SpoolRecording, firstIndex: number): Promise<boolean> {
    this.#events.found(await this.#manifest.msBefore(firstIndex))

    let index = firstIndex
    for (;;) {
      this.#signal.throwIfAborted()
      // Asked before the slices are read: if the recording had ended by now, whatever is cut below includes its last slice.
      const hasEnded = this.#ports.hasEnded()
      const isBehind = this.#ports.isBehind?.() ?? false
      const current = await this.#ports.spool.get(recording.id)
      if (current === null || current.discardedAt !== null) return false
      // The recording was moved to another story meanwhile, where its upload starts over under a new id.
      if (current.remoteId !== recording.remoteId) throw new UploadFailure('incomplete')

      const ended = current.endedAt !== null || hasEnded
      const chunk = await this.#chunkAt(index, ended ? 0 : limits.chunkMs)
      if (chunk === null && ended && !isBehind) return true
      if (chunk === null) {
        await this.#ports.more.wait(idleMs, this.#signal)
        continue
      }
      await this.#sendOrShrink(recording.remoteId, chunk)
      this.#events.sent(chunk.entry.endMs)
      index += 1
    }
  }

  /** The chunk cut earlier under this number, or a new one if there is none or the connection does not last for that one. */
  async #chunkAt(index: number, minMs: number): Promise<Chunk | null> {
    if (index < this.#manifest.count) {
      const earlier = await this.#manifest.load(index)
      if (earlier !== null && !this.#isTooMuch(earlier)) return earlier
      await this.#manifest.dropFrom(index)
    }
    return this.#manifest.cut(this.#pace.maxBytes, minMs)
  }

  /** True only for a chunk that the server was asked about again after the breaks and does not have. */
  #isTooMuch({ entry }: Chunk): boolean {
    const { index, times } = this.#broken
    if (entry.index !== index || times < breaksMost || entry.lastSeq === entry.firstSeq) return false
    this.#broken = { index: -1, times: 0 }
    this.#pace.broke(entry.size)
    this.#recut = index
    return true
  }

  /** Sends a chunk. One that is refused as too large is dropped, to be cut again smaller, unless it is a single slice. */
  async #sendOrShrink(remoteId: string, chunk: Chunk): Promise<void> {
    try {
      await this.#send(remoteId, chunk)
    } catch (error) {
      if (error instanceof UploadFailure && error.kind === 'offline') this.#noteBreak(chunk)
      const isOurs = chunk.entry.index === this.#recut
      if (isOurs && error instanceof UploadFailure && error.kind === 'conflict') {
        throw new UploadFailure('incomplete', error)
      }
      const isTooLarge = error instanceof UploadFailure && error.kind === 'too-large'
      if (!isTooLarge || chunk.entry.lastSeq === chunk.entry.firstSeq) throw error

      this.#pace.refused(chunk.entry.size)
      await this.#manifest.dropFrom(chunk.entry.index)
      throw new UploadFailure('incomplete', error)
    }
  }

  #noteBreak({ entry: { index } }: Chunk): void {
    this.#broken = { index, times: index === this.#broken.index ? this.#broken.times + 1 : 1 }
  }

  async #send(remoteId: string, { entry, bytes }: Chunk): Promise<void> {
    const { index, size, sha256 } = entry
    const begun = this.#ports.now()
    const receipt = await this.#ports.upload.putChunk(remoteId, { index, bytes, sha256 }, this.#signal)
    // A success response that does not name what we sent is an error: something between us and the server's disk made it up.
    if (receipt.index !== index || receipt.size !== size || receipt.sha256 !== sha256) {
      throw new UploadFailure('server')
    }
    this.#pace.arrived(this.#ports.now() - begun)
  }

  async #complete(recording: SpoolRecording): Promise<RecordingStatus> {
    this.#events.verifying()
    const { endMs } = await this.#ports.spool.extent(recording.id)
    const status = await this.#ports.upload.complete(
      {
        id: recording.remoteId,
        chunkCount: this.#manifest.count,
        sizeBytes: this.#manifest.sizeBytes,
        sha256: this.#manifest.sha256,
        durationMs: Math.round(endMs),
      },
      this.#signal,
    )
    this.#isEndTold = true
    return status
  }

  /** Waits until the server has re-read the whole, sending damaged chunks again, and compares the hashes. */
  async #verify(recording: SpoolRecording, first: RecordingStatus): Promise<Delivery> {
    let status = first
    let mended = 0
    let pollMs = pollFirstMs
    for (;;) {
      if (status.state === 'receiving') throw new UploadFailure('incomplete')
      if (status.state === 'damaged') {
        // No damaged chunk is named: either an earlier page had repaired it and died, or the whole differs though every chunk matches.
        if (status.damaged.length === 0 && mended > 0) return 'differs'
        if (mended === mendsMost) throw new UploadFailure('server')
        if (!(await this.#resend(recording.remoteId, status.damaged))) return 'differs'
        status = await this.#complete(recording)
        mended += 1
        pollMs = pollFirstMs
      } else if (status.state !== 'verifying') {
        if (status.sha256 !== this.#manifest.sha256) return 'differs'
        if (this.#isEndTold || status.nextIndex !== this.#manifest.count) return 'safe'
        // The server may have ended it by itself, and would say for ever that this device may have more. It reads it once more then.
        status = await this.#complete(recording)
        continue
      }
      await this.#ports.more.wait(pollMs, this.#signal)
      this.#signal.throwIfAborted()
      pollMs = Math.min(pollMs * 2, pollLongestMs)
      status = await this.#ports.upload.status(recording.remoteId, this.#signal)
    }
  }

  /** Sends damaged chunks again. False when this device can no longer read one of them. */
  async #resend(remoteId: string, damaged: readonly number[]): Promise<boolean> {
    for (const index of damaged) {
      const chunk = await this.#manifest.load(index)
      if (chunk === null) return false
      await this.#send(remoteId, chunk)
    }
    return true
  }
}
