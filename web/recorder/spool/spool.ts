import type { RecordingKind, RecordingQuality, RecordingStart } from '#contract/recordings.ts'
import type { Bytes } from '../hash.ts'

/** What the device knows of a recording, beside its bytes. */
export type SpoolRecording = {
  id: string
  /** The recording's id on the server: equal to `id`, until the recording had to be sent again from the start under a new one. */
  remoteId: string
  /**
   * Remote ids that were given up. Once another copy is safe they are discarded on the server, except one that may hold more, or that
   * somebody has worked on.
   */
  superseded: string[]
  /** The account that the recording belongs to. Another person who signs in on this device is never offered it. */
  userId: string
  story: RecordingStart['story']
  part: number
  /**
   * Where the recording begins in its story, in milliseconds on the clock that stamps notes; missing in recordings older than this
   * field.
   */
  beginsAtMs?: number
  kind: RecordingKind
  mimeType: string
  quality: RecordingQuality
  /** Whether to transcribe the recording; recordings older than this field count as true. */
  transcribe?: boolean
  startedAt: string
  /** Set when `startedAt` is from this device's own clock, before a server had told the time; it is corrected once a server has. */
  isUntold?: boolean
  /** Set once the last slice is written. Null while the recording goes on, and after a crash. */
  endedAt: string | null
  /** Set when the person discarded the recording; the row is removed here once the server has discarded it too. */
  discardedAt: string | null
}

/** What to change of a recording. Its story, too, is changed field by field: several changes may be under way at the same time. */
export type SpoolChange = Partial<Omit<SpoolRecording, 'story'>> & {
  story?: Partial<SpoolRecording['story']>
}

/** About a tenth of a second of bytes; `endMs` and `endByte` are counted from the recording's start. */
export type Slice = { seq: number; bytes: Bytes; endMs: number; endByte: number }

/**
 * How far the kept slices reach: `endMs` and `endByte` of the last readable slice, and in `slices` the next sequence number of all
 * slices, readable or not.
 */
export type Extent = { slices: number; endMs: number; endByte: number }

/**
 * A chunk's boundaries, fixed before it is sent for the first time, so that sending it again sends the same bytes.
 * `hashState` is the running hash after its last byte, so that resuming does not hash hours of recording again.
 */
export type ChunkEntry = {
  recordingId: string
  index: number
  firstSeq: number
  lastSeq: number
  size: number
  /** The size of all chunks up to and including this one. */
  endByte: number
  sha256: string
  endMs: number
  hashState: Bytes
}

/**
 * The device's own store. When a write resolves, it has reached the disk, and no copy stays in memory.
 * Writes reject with `SpoolFailure`. Reads return what is still readable and leave out what is not.
 */
export type Spool = {
  /** Must be called before the first slice is appended: slices without a recording count as removed. */
  create: (recording: SpoolRecording) => Promise<void>
  get: (recordingId: string) => Promise<SpoolRecording | null>
  list: () => Promise<SpoolRecording[]>
  /** Changes the given fields and leaves the others at their current values. Does nothing when the recording is gone. */
  update: (recordingId: string, change: SpoolChange) => Promise<void>
  append: (recordingId: string, slices: readonly Slice[]) => Promise<void>
  extent: (recordingId: string) => Promise<Extent>
  /** Slices from `fromSeq` to `toSeq`, in order, until `maxBytes` are gathered; always at least one if there is any. */
  read: (recordingId: string, fromSeq: number, toSeq: number, maxBytes: number) => Promise<Slice[]>
  chunk: (recordingId: string, index: number) => Promise<ChunkEntry | null>
  lastChunk: (recordingId: string) => Promise<ChunkEntry | null>
  putChunk: (entry: ChunkEntry) => Promise<void>
  dropChunksFrom: (recordingId: string, index: number) => Promise<void>
  /** Removes the recording: `get` and `list` no longer return it. Needs no free disk space. */
  remove: (recordingId: string) => Promise<void>
  /**
   * Frees the space of removed recordings in small transactions: five hours are 180,000 slices, and a recording in progress
   * must not wait for them. Whatever is left when the page closes is freed by the next call.
   */
  freeRemoved: () => Promise<void>
}

export function changed(recording: SpoolRecording, { story, ...change }: SpoolChange): SpoolRecording {
  return { ...recording, ...change, story: { ...recording.story, ...story } }
}

export const emptyExtent: Extent = { slices: 0, endMs: 0, endByte: 0 }
