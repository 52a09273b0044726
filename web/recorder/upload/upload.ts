import type { ChunkReceipt, RecordingStart, RecordingStatus } from '#contract/recordings.ts'
import type { Bytes } from '../hash.ts'

/** What stands between a recording and the server, as somebody waiting should hear it. `device`: on this side. */
export type UploadProblem =
  | 'offline'
  | 'server'
  | 'signed-out'
  /** The link that it was recorded by opens nothing any more. */
  | 'link-ended'
  | 'storage-limit'
  | 'server-full'
  | 'too-large'
  | 'story-gone'
  /** It belongs to somebody else, who shares it. */
  | 'story-shared'
  /** It has as many parts as one can hold. */
  | 'story-full'
  | 'refused'
  | 'device'

/** What the protocol answers beside that; each has its own way on. */
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

/** The server's half of the protocol. Everything rejects with `UploadFailure`; everything may be repeated. */
export type UploadPort = {
  start: (recording: RecordingStart, signal: AbortSignal) => Promise<RecordingStatus>
  status: (recordingId: string, signal: AbortSignal) => Promise<RecordingStatus>
  /** The answer as it came: whoever sent the bytes compares it with what was sent. */
  putChunk: (
    recordingId: string,
    chunk: { index: number; bytes: Bytes; sha256: string },
    signal: AbortSignal,
  ) => Promise<Partial<ChunkReceipt>>
  complete: (completion: Completion, signal: AbortSignal) => Promise<RecordingStatus>
  discard: (recordingId: string, signal: AbortSignal) => Promise<void>
}
