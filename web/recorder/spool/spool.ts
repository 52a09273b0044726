import type { RecordingKind, RecordingQuality, RecordingStart } from '#contract/recordings.ts'
import type { Bytes } from '../hash.ts'

/** What the device knows of a recording, beside its bytes. */
export type SpoolRecording = {
  id: string
  /** The id at the server: `id`, until the recording had to be sent again from the start under another. */
  remoteId: string
  /** Remote ids that were given up; thrown away at the server once another copy is safe. */
  superseded: string[]
  /** Whose it is. Somebody else who signs in on this device is never offered it. */
  userId: string
  story: RecordingStart['story']
  part: number
  /** Where in its story it begins, by the clock that notes are stamped with; recordings of before this was kept do not say. */
  beginsAtMs?: number
  kind: RecordingKind
  mimeType: string
  quality: RecordingQuality
  /** Whether it is to be transcribed; recordings of before this was asked are. */
  transcribe?: boolean
  startedAt: string
  /** Dated by this device's own clock, before a server had told the time: it is dated anew when one has. */
  isUntold?: boolean
  /** Set once the last slice is in. Null while it goes on, and after a crash. */
  endedAt: string | null
  /** Set when the person threw it away; it is gone from here once the server has thrown it away too. */
  discardedAt: string | null
}

/** About a tenth of a second of bytes; `endMs` and `endByte` are counted from the recording's begin. */
export type Slice = { seq: number; bytes: Bytes; endMs: number; endByte: number }

/** How far the kept slices reach: `endMs` and `endByte` of those that can be read. `slices` is the next sequence number of all. */
export type Extent = { slices: number; endMs: number; endByte: number }

/**
 * A chunk's boundaries, fixed before it is sent for the first time, so that sending it again sends the same bytes.
 * `hashState` is the running hash after its last byte: a resume does not hash hours again.
 */
export type ChunkEntry = {
  recordingId: string
  index: number
  firstSeq: number
  lastSeq: number
  size: number
  /** Of all chunks up to and with this one. */
  endByte: number
  sha256: string
  endMs: number
  hashState: Bytes
}

/**
 * The device's own store. Every write has reached the disk when it resolves; none is kept in memory afterwards.
 * Writes reject with `SpoolFailure`. Reads give what can still be read and leave out what cannot.
 */
export type Spool = {
  /** Comes before its first slice: what has no recording is taken for removed. */
  create: (recording: SpoolRecording) => Promise<void>
  get: (recordingId: string) => Promise<SpoolRecording | null>
  list: () => Promise<SpoolRecording[]>
  /** Changes some fields and leaves the others as they are by then. Does nothing when the recording is gone. */
  update: (recordingId: string, change: Partial<SpoolRecording>) => Promise<void>
  append: (recordingId: string, slices: readonly Slice[]) => Promise<void>
  extent: (recordingId: string) => Promise<Extent>
  /** Slices from `fromSeq` to `toSeq`, in order, until `maxBytes` are gathered; at least one where there is one. */
  read: (recordingId: string, fromSeq: number, toSeq: number, maxBytes: number) => Promise<Slice[]>
  chunk: (recordingId: string, index: number) => Promise<ChunkEntry | null>
  lastChunk: (recordingId: string) => Promise<ChunkEntry | null>
  putChunk: (entry: ChunkEntry) => Promise<void>
  dropChunksFrom: (recordingId: string, index: number) => Promise<void>
  /** Removes the recording: `get` and `list` know it no more. Needs no room. */
  remove: (recordingId: string) => Promise<void>
  /**
   * Gives back the room that removed recordings take, little by little: five hours are 180,000 slices, and who records meanwhile
   * must not wait for them. What is not reached before the page closes is left to the next call.
   */
  freeRemoved: () => Promise<void>
}

export const emptyExtent: Extent = { slices: 0, endMs: 0, endByte: 0 }
