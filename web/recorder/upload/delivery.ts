import { limits } from '#contract/limits.ts'
import type { RecordingStatus } from '#contract/recordings.ts'
import type { Spool, SpoolRecording } from '../spool/spool.ts'
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
  /** Whether the recording has ended, told beside the spool: a full disk cannot take that note. */
  hasEnded: () => boolean
  /** Whether slices may come though it has ended: nothing is brought to an end without them. */
  isBehind?: () => boolean
  /** When what this device's own clock has dated was begun, by the server's; null while that has not told the time. */
  dated?:
    | ((recording: SpoolRecording) => Promise<Pick<SpoolRecording, 'startedAt' | 'story'> | null>)
    | undefined
}

export type DeliveryEvents = {
  /** What the server had when it was asked. */
  found: (ms: number) => void
  /** The server's disk has the recording up to here. */
  sent: (ms: number) => void
  /** Everything was sent; the server is re-reading it. */
  verifying: () => void
}

/** `safe`: re-read by the server, hashes agree. `empty`: there was nothing. `differs`: the server holds other bytes. */
export type Delivery = 'safe' | 'empty' | 'differs'

/** While nothing new is recorded; a missed ring costs no more than this. */
const idleMs = 2_000
const pollFirstMs = 150
const pollLongestMs = 5_000
/** A line that breaks once may only have been handed on; a chunk that it breaks over as often is cut anew, smaller. */
const breaksMost = 2

/**
 * One attempt to bring a recording to the server: asks where it stands, sends what is missing, in order, one chunk at
 * a time, follows the recording while it goes on, and at its end has the server verify it.
 * Rejects with `UploadFailure`; calling again goes on from what the server has.
 */
export class Attempt {
  readonly #ports: DeliveryPorts
  readonly #manifest: Manifest
  readonly #pace: Pace
  readonly #events: DeliveryEvents
  readonly #signal: AbortSignal
  /** The chunk that the line broke over last, and how often in a row. */
  #broken = { index: -1, times: 0 }
  /** The chunk that was cut anew because of that; null where none was, or the server has it by now. */
  #recut: number | null = null

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

  /** A wrong clock is known by the server's first answer, which may come days after what was recorded. */
  async #dated(recording: SpoolRecording): Promise<Pick<SpoolRecording, 'startedAt' | 'story'>> {
    const dated = recording.isUntold ? await this.#ports.dated?.(recording) : null
    if (!dated) return recording
    await this.#ports.spool.update(recording.id, { ...dated, isUntold: false })
    return dated
  }

  async run(recording: SpoolRecording): Promise<Delivery> {
    if (await this.#isEmpty(recording)) return 'empty'

    const { remoteId: id, part, kind, mimeType, quality, transcribe = true } = recording
    const { story, startedAt } = await this.#dated(recording)
    let status = await this.#ports.upload.start(
      { id, story, part, kind, mimeType, quality, startedAt, transcribe },
      this.#signal,
    )
    // A recording that the server ended after a day of silence takes further chunks, so this asks what is missing.
    if (status.state === 'receiving' || !(await this.#isAllSent(recording, status))) {
      if (!(await this.#agrees(status))) return 'differs'

      const ended = await this.#sendFrom(recording, status.nextIndex)
      if (!ended) return 'empty'
      // There is something, and just now the device cannot read any of it.
      if (this.#manifest.count === 0) throw new UploadFailure('device')
      status = await this.#complete(recording)
    }
    return this.#verify(recording, status)
  }

  async #isAllSent(recording: SpoolRecording, { nextIndex }: RecordingStatus): Promise<boolean> {
    const ended = recording.endedAt !== null || this.#ports.hasEnded()
    return ended && nextIndex >= this.#manifest.count && !(await this.#manifest.hasMore())
  }

  /** Whether what the server has is what our first chunks are. */
  async #agrees({ nextIndex, receivedBytes }: RecordingStatus): Promise<boolean> {
    if ((await this.#manifest.bytesBefore(nextIndex)) === receivedBytes) return true
    if (this.#recut === null || nextIndex !== this.#recut + 1) return false

    // It had got through after all, only later than the server was asked: it is cut as it was, to where the server has it.
    await this.#manifest.dropFrom(this.#recut)
    await this.#manifest.cut(receivedBytes - this.#manifest.sizeBytes, 0)
    this.#recut = null
    return this.#manifest.sizeBytes === receivedBytes
  }

  /** Slices that cannot be read are none that never were: what was cut into chunks may be at the server, and stays there. */
  async #isEmpty({ id, endedAt }: SpoolRecording): Promise<boolean> {
    if (endedAt === null || this.#manifest.count > 0 || this.#ports.isBehind?.()) return false
    return (await this.#ports.spool.extent(id)).slices === 0
  }

  /** Sends until the recording has ended and nothing is left. False when it was removed meanwhile. */
  async #sendFrom(recording: SpoolRecording, firstIndex: number): Promise<boolean> {
    this.#events.found(await this.#manifest.msBefore(firstIndex))

    let index = firstIndex
    for (;;) {
      this.#signal.throwIfAborted()
      // Asked before the slices are read: whatever is cut after this includes the last slice of an ended recording.
      const hasEnded = this.#ports.hasEnded()
      const isBehind = this.#ports.isBehind?.() ?? false
      const current = await this.#ports.spool.get(recording.id)
      if (current === null || current.discardedAt !== null) return false
      // Given another story meanwhile, where it begins anew.
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

  /** The chunk cut earlier under this number, else a new one: also in place of one that is more than the line lasts for. */
  async #chunkAt(index: number, minMs: number): Promise<Chunk | null> {
    if (index < this.#manifest.count) {
      const earlier = await this.#manifest.load(index)
      if (earlier !== null && !this.#isTooMuch(earlier)) return earlier
      await this.#manifest.dropFrom(index)
    }
    return this.#manifest.cut(this.#pace.maxBytes, minMs)
  }

  /** Only of one that the server was asked for again since, and does not have. */
  #isTooMuch({ entry }: Chunk): boolean {
    const { index, times } = this.#broken
    if (entry.index !== index || times < breaksMost || entry.lastSeq === entry.firstSeq) return false
    this.#broken = { index: -1, times: 0 }
    this.#pace.broke(entry.size)
    this.#recut = index
    return true
  }

  /** A chunk that is refused as too large is cut anew, smaller, where it can be. */
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
    // A 200 that does not name what we sent is an error: something between us and the disk made it up.
    if (receipt.index !== index || receipt.size !== size || receipt.sha256 !== sha256) {
      throw new UploadFailure('server')
    }
    this.#pace.arrived(this.#ports.now() - begun)
  }

  async #complete(recording: SpoolRecording): Promise<RecordingStatus> {
    this.#events.verifying()
    const { endMs } = await this.#ports.spool.extent(recording.id)
    return this.#ports.upload.complete(
      {
        id: recording.remoteId,
        chunkCount: this.#manifest.count,
        sizeBytes: this.#manifest.sizeBytes,
        sha256: this.#manifest.sha256,
        durationMs: Math.round(endMs),
      },
      this.#signal,
    )
  }

  /** Waits until the server has re-read the whole, sending damaged chunks again, and compares the hashes. */
  async #verify(recording: SpoolRecording, first: RecordingStatus): Promise<Delivery> {
    let status = first
    let mended = 0
    let pollMs = pollFirstMs
    for (;;) {
      if (status.state === 'receiving') throw new UploadFailure('incomplete')
      if (status.state === 'damaged') {
        // Nothing named: an earlier page had mended it and died, or the whole differs though each chunk agrees.
        if (status.damaged.length === 0 && mended > 0) return 'differs'
        if (!(await this.#resend(recording.remoteId, status.damaged))) return 'differs'
        status = await this.#complete(recording)
        mended += 1
        pollMs = pollFirstMs
      } else if (status.state !== 'verifying') {
        return status.sha256 === this.#manifest.sha256 ? 'safe' : 'differs'
      }
      await this.#ports.more.wait(pollMs, this.#signal)
      this.#signal.throwIfAborted()
      pollMs = Math.min(pollMs * 2, pollLongestMs)
      status = await this.#ports.upload.status(recording.remoteId, this.#signal)
    }
  }

  /** False when the device itself can no longer give one of them. */
  async #resend(remoteId: string, damaged: readonly number[]): Promise<boolean> {
    for (const index of damaged) {
      const chunk = await this.#manifest.load(index)
      if (chunk === null) return false
      await this.#send(remoteId, chunk)
    }
    return true
  }
}
