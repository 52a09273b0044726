import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import {
  clientId,
  id,
  instant,
  optionalText,
  requiredText,
  sha256Hex,
  speakerName,
} from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'

export { chunkPath } from '#contract/paths.ts'

/**
 * receiving: chunks are coming in. verifying: ended, the stored bytes are being re-read. damaged: some stored
 * chunks differ from what the device sent and must come again. safe: every stored byte was re-read and hashed as
 * promised. ready: the copy that seeks at once exists too. failed: safe, but no such copy could be made.
 */
export const recordingStates = ['receiving', 'verifying', 'damaged', 'safe', 'ready', 'failed'] as const
export const recordingState = z.enum(recordingStates)
export type RecordingState = z.infer<typeof recordingState>

export const recordingQualities = ['high', 'medium', 'low'] as const
export const recordingQuality = z.enum(recordingQualities)
export type RecordingQuality = z.infer<typeof recordingQuality>

export const recordingKind = z.enum(['video', 'audio'])
export type RecordingKind = z.infer<typeof recordingKind>

const recordingEndedBy = z.enum(['device', 'server'])

export const recording = z.object({
  id,
  storyId: id,
  /** Order within the story, from 0: a device that failed mid-recording leaves one part, going on makes the next. */
  part: z.int().nonnegative(),
  kind: recordingKind,
  state: recordingState,
  mimeType: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
  /**
   * The server does it after a day in which nothing came: the device may have more, and may still send it. Null while it goes on, and
   * where its keeper has said that nobody waits for more.
   */
  endedBy: recordingEndedBy.nullable(),
  /** What the file says once it was probed; until then what the device counted. */
  durationMs: z.int().nullable(),
  sizeBytes: z.int(),
  /** Of the bytes as re-read from storage; null until they were. */
  sha256: sha256Hex.nullable(),
  originalMediaId: id,
  playbackMediaId: id.nullable(),
  posterMediaId: id.nullable(),
  peaksMediaId: id.nullable(),
  /** The link that it was recorded by: a phone, a relative. Null when somebody signed in recorded. */
  linkId: id.nullable(),
  /**
   * Recordings of one group are tracks of the same talk; the one that the group is named after keeps its clock. A moment
   * t of a track stands there at `offsetMs + t * (1 + driftPpm / 1e6)`. Null for a recording that stands alone.
   */
  trackGroup: id.nullable(),
  offsetMs: z.int().nullable(),
  driftPpm: z.number().nullable(),
  /** Whether another device recorded at the same time and the server has nothing yet that could compare them. */
  awaitsComparison: z.boolean(),
})
export type Recording = z.infer<typeof recording>

export const recordingStart = z.object({
  id: clientId,
  story: z.object({
    id: clientId,
    title: requiredText(limits.title),
    description: optionalText(limits.description).default(''),
    speakers: z.array(speakerName).max(limits.speakersPerStory).default([]),
    /** The storyteller's own calendar and clock, in words as shown: 'November 21, 2026' and '4:05 PM'. */
    date: optionalText(limits.shortText).default(''),
    time: optionalText(limits.shortText).default(''),
  }),
  part: z.int().min(0).max(limits.partNumber),
  kind: recordingKind,
  /** With its codecs, as a browser's MediaRecorder tells it; an archive takes no other signs, nor does a header. */
  mimeType: z
    .string()
    .regex(/^(video|audio)\/(webm|mp4)(;[\w =".,+-]*)?$/)
    .max(limits.shortText),
  quality: recordingQuality,
  startedAt: instant,
  /** Whether it is to be transcribed without being asked again; left out, it is. */
  transcribe: z.boolean().optional(),
})
export type RecordingStart = z.infer<typeof recordingStart>

/** Where an upload stands on the server; a resume begins here. */
export const recordingStatus = z.object({
  id,
  storyId: id,
  state: recordingState,
  /** The index the server wants next: chunks 0 .. nextIndex-1 are flushed to its disk. */
  nextIndex: z.int().nonnegative(),
  receivedBytes: z.int().nonnegative(),
  /** Chunks whose stored bytes differ from their digest: to be sent again, then `complete` again. */
  damaged: z.array(z.int().nonnegative()),
  sha256: sha256Hex.nullable(),
})
export type RecordingStatus = z.infer<typeof recordingStatus>

export const recordingComplete = z.object({
  id,
  chunkCount: z.int().min(1).max(limits.chunksPerRecording),
  sizeBytes: z.int().min(1).max(limits.recordingBytesMax),
  sha256: sha256Hex,
  durationMs: z.int().nonnegative(),
})

/** The answer to a stored chunk: PUT /media/recordings/{id}/chunks/{index} with `Content-Digest` (RFC 9530). */
export const chunkReceipt = z.object({
  index: z.int().nonnegative(),
  size: z.int().positive(),
  sha256: sha256Hex,
  receivedBytes: z.int().nonnegative(),
  nextIndex: z.int().nonnegative(),
})
export type ChunkReceipt = z.infer<typeof chunkReceipt>

/** A device that was handed a link calls with `Authorization: Link` in place of a bearer token. */
export const linkFailures = ['LINK_UNKNOWN', 'LINK_EXPIRED', 'LINK_REVOKED', 'LINK_TAKEN'] as const

export const recordingsContract = {
  start: procedure
    .route({
      method: 'PUT',
      path: '/recordings/{id}',
      summary: 'Begin a recording; repeating it changes nothing',
    })
    .input(recordingStart)
    .output(recordingStatus)
    .errors(
      errors('CONFLICT', 'GONE', 'FORBIDDEN', 'LIMIT_REACHED', 'STORAGE_LIMIT_REACHED', ...linkFailures),
    ),
  status: procedure
    .route({ method: 'GET', path: '/recordings/{id}/status', summary: 'What the server has of a recording' })
    .input(z.object({ id }))
    .output(recordingStatus)
    .errors(errors('NOT_FOUND', ...linkFailures)),
  complete: procedure
    .route({
      method: 'POST',
      path: '/recordings/{id}/complete',
      summary: 'End a recording and have it verified',
    })
    .input(recordingComplete)
    .output(recordingStatus)
    .errors(errors('NOT_FOUND', 'GONE', 'CONFLICT', 'RECORDING_INCOMPLETE', ...linkFailures)),
  discard: procedure
    .route({
      method: 'DELETE',
      path: '/recordings/{id}',
      summary: 'Throw away a recording that its device has not ended',
    })
    .input(z.object({ id }))
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND', 'RECORDING_ENDED', ...linkFailures)),
  /** Of what its device has ended, or still sends, there is nothing to be said: it stays as it is. */
  awaitRest: procedure
    .route({
      method: 'PUT',
      path: '/recordings/{id}/rest',
      summary: 'Say whether more is awaited of a recording that its device never ended',
    })
    .input(z.object({ id, isAwaited: z.boolean() }))
    .output(z.object({ id, endedBy: recordingEndedBy.nullable() }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
}
