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
 * receiving: chunks are arriving. verifying: ended, the stored bytes are being read again. damaged: some stored chunks differ from
 * what the device sent and must be sent again. safe: every stored byte was read again and hashes as the device said. ready: the
 * playback copy exists too. failed: safe, but no playback copy could be made.
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
  /** The position within the story, from 0. A recording whose device failed is one part; going on makes the next. */
  part: z.int().nonnegative(),
  kind: recordingKind,
  state: recordingState,
  mimeType: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
  /**
   * Who ended the recording. The server ends it after a day without new bytes, although the device may have more and may still send
   * it. Null while it goes on, and once its owner has said that nothing more is awaited.
   */
  endedBy: recordingEndedBy.nullable(),
  /** The duration that probing the file found; until then, the duration that the device counted. */
  durationMs: z.int().nullable(),
  sizeBytes: z.int(),
  /** The SHA-256 of the bytes as they were read back from storage; null until then. */
  sha256: sha256Hex.nullable(),
  originalMediaId: id,
  playbackMediaId: id.nullable(),
  posterMediaId: id.nullable(),
  peaksMediaId: id.nullable(),
  /** The recording link it was made with, on a phone or by a relative; null if a signed-in person recorded it. */
  linkId: id.nullable(),
  /**
   * Recordings of one group are tracks of the same talk, and the recording whose id is the group's keeps its clock. A moment t of a
   * track lies at `offsetMs + t * (1 + driftPpm / 1e6)` on that clock. Null for a recording that stands alone.
   */
  trackGroup: id.nullable(),
  offsetMs: z.int().nullable(),
  driftPpm: z.number().nullable(),
  /** Whether another device recorded at the same time, but the server lacks what it needs to compare the two. */
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
    /** The storyteller's own date and time, as shown: 'November 21, 2026' and '4:05 PM'. */
    date: optionalText(limits.shortText).default(''),
    time: optionalText(limits.shortText).default(''),
  }),
  part: z.int().min(0).max(limits.partNumber),
  kind: recordingKind,
  /** With its codecs, as a browser's MediaRecorder reports it. Archives and HTTP headers accept no other characters. */
  mimeType: z
    .string()
    .regex(/^(video|audio)\/(webm|mp4)(;[\w =".,+-]*)?$/)
    .max(limits.shortText),
  quality: recordingQuality,
  startedAt: instant,
  /** Whether it is transcribed without a further request; true if omitted. */
  transcribe: z.boolean().optional(),
})
export type RecordingStart = z.infer<typeof recordingStart>

/** How much of an upload the server has; an interrupted upload resumes from here. */
export const recordingStatus = z.object({
  id,
  storyId: id,
  state: recordingState,
  /** The index that the server expects next: chunks 0 .. nextIndex-1 are flushed to its disk. */
  nextIndex: z.int().nonnegative(),
  receivedBytes: z.int().nonnegative(),
  /** Chunks whose stored bytes differ from their digest: the device sends them again and then calls `complete` again. */
  damaged: z.array(z.int().nonnegative()),
  sha256: sha256Hex.nullable(),
})
export type RecordingStatus = z.infer<typeof recordingStatus>

export const recordingDiscard = z.object({
  id,
  /** Whether a person asked for it; true if omitted. If not, a story that somebody wrote or changed stays without its recording. */
  isAsked: z.boolean().optional(),
  /** What the device gave its story. A story that says anything else by now stays: somebody has written into it. */
  story: recordingStart.shape.story.optional(),
  /** The recording under which the device has sent all of it again. Once that is verified, a first copy may go that had ended. */
  replacedBy: id.optional(),
})
export type RecordingDiscard = z.infer<typeof recordingDiscard>

export const recordingComplete = z.object({
  id,
  chunkCount: z.int().min(1).max(limits.chunksPerRecording),
  sizeBytes: z.int().min(1).max(limits.recordingBytesMax),
  sha256: sha256Hex,
  durationMs: z.int().nonnegative().max(limits.recordingMsMax),
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

/** The errors for a device that uses a recording link; it sends `Authorization: Link` in place of a bearer token. */
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
    .input(recordingDiscard)
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND', 'RECORDING_ENDED', ...linkFailures)),
  /** Has no effect on a recording that its device has ended or is still sending. */
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
