import type { ChunkReceipt, RecordingDiscard, RecordingStart, RecordingStatus } from '#contract/recordings.ts'
import type { Bytes } from '../hash.ts'

/** What keeps a recording from the server, in terms that matter to the person waiting. `device`: the fault is on this side. */
export type UploadProblem =
  | 'offline'
  | 'server'
  | 'signed-out'
  /** The recording link that it was made with is no longer valid. */
  | 'link-ended'
  | 'storage-limit'
  | 'server-full'
  | 'too-large'
  | 'story-gone'
  /** The story belongs to another person, who shares it. */
  | 'story-shared'
  /** The story has the maximum number of parts. */
  | 'story-full'
  | 'refused'
  | 'device'

/** The protocol's other answers; each is handled in its own way rather than shown. */
export type ProtocolAnswer = 'out-of-order' | 'conflict' | 'ended' | 'missing' | 'incomplete'

export class UploadFailure extends Error {
  override readonly name = 'UploadFailure'
  readonly kind: UploadProblem | ProtocolAnswer

  constructor(kind: UploadProblem | ProtocolAnswer, cause?: unknown) {
    super(kind, { cause })
    this.kind = kind
  }
}

export type Completion = {
  id: string
  chunkCount: number
  sizeBytes: number
  sha256: string
  durationMs: number
}

/** The client side of the upload protocol. Every call rejects with `UploadFailure` and is idempotent. */
export type UploadPort = {
  start: (recording: RecordingStart, signal: AbortSignal) => Promise<RecordingStatus>
  status: (recordingId: string, signal: AbortSignal) => Promise<RecordingStatus>
  /** Returns the receipt unchecked: the caller compares it with what was sent. */
  putChunk: (
    recordingId: string,
    chunk: { index: number; bytes: Bytes; sha256: string },
    signal: AbortSignal,
  ) => Promise<Partial<ChunkReceipt>>
  complete: (completion: Completion, signal: AbortSignal) => Promise<RecordingStatus>
  discard: (recordingId: string, how: Omit<RecordingDiscard, 'id'>, signal: AbortSignal) => Promise<void>
}
