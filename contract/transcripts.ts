import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import {
  clientId,
  id,
  instant,
  optionalText,
  pageInput,
  pageOf,
  requiredText,
  rowVersion,
} from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'
import { speakerKey, transcriptCommand } from '#contract/transcript-edits.ts'
import { transcriptLine } from '#contract/transcript-lines.ts'

/**
 * pending: not transcribed yet (with `engine` null, it will not be, because none is set up). processing: `piecesDone` of
 * `piecesTotal` are done. completed: everything was transcribed; no lines means that nobody spoke. failed: `failure` says why; what
 * was transcribed stays, and a retry continues from there.
 */
export const transcriptStates = ['pending', 'processing', 'completed', 'failed'] as const

/**
 * Why a recording could not be transcribed. HOURS_USED_UP: this month's hours of the plan. PAGE_CLOSED: the page that was
 * transcribing it with a person's own key was closed. The others come from the engine.
 */
export const transcriptFailures = [
  'HOURS_USED_UP',
  'UNREACHABLE',
  'TIMED_OUT',
  'RATE_LIMITED',
  'ENGINE_FAILED',
  'NONSENSE',
  'KEY_REFUSED',
  'QUOTA_USED_UP',
  'REQUEST_REFUSED',
  'NOT_SET_UP',
  'NO_SOUND',
  'UNREADABLE',
  'PAGE_CLOSED',
] as const
export type TranscriptFailure = (typeof transcriptFailures)[number]

export const transcriptSpeaker = z.object({
  key: speakerKey,
  /** Empty while only the machine's key for the speaker is known. */
  name: z.string(),
  mergedInto: speakerKey.nullable(),
  version: z.int().nonnegative(),
})

export const transcript = z.object({
  /** The recording's own id. */
  id,
  storyId: id,
  state: z.enum(transcriptStates),
  failure: z.enum(transcriptFailures).nullable(),
  /** The engine that transcribed the recording, or would; null where none is set up. */
  engine: z.string().nullable(),
  /** Whether it was last transcribed with a person's own key in their browser, not by this server's engine. */
  withOwnKey: z.boolean(),
  language: z.string().nullable(),
  /** Whether it was requested; it is then transcribed without any further action. */
  isWanted: z.boolean(),
  piecesDone: z.int(),
  /** null until the recording has been cut. */
  piecesTotal: z.int().nullable(),
  lineCount: z.int(),
  /** The version of the last edit, or of the last time that all lines were written anew, which happens only before the first edit. */
  version: z.int(),
  speakers: z.array(transcriptSpeaker),
})
export type Transcript = z.infer<typeof transcript>

/** The result of edits: replace these lines and speakers, and remove the lines in `removed`. */
export const transcriptChange = z.object({
  version: z.int(),
  lines: z.array(transcriptLine),
  removed: z.array(id),
  speakers: z.array(transcriptSpeaker),
})
export type TranscriptChange = z.infer<typeof transcriptChange>

/** One step of the history, in words. */
export const transcriptEdit = z.object({
  version: z.int(),
  id,
  /** Edits made together; `undo` takes all of them back. */
  groupId: id,
  authorId: id,
  authorName: z.string(),
  at: instant,
  type: z.enum(['words', 'split', 'join', 'speaker', 'reading', 'speakerName', 'speakerMerge']),
  lineIds: z.array(id),
  before: z.string(),
  after: z.string(),
  /** The version of the edit that this one took back. */
  undoes: z.int().nullable(),
  undone: z.boolean(),
})
export type TranscriptEdit = z.infer<typeof transcriptEdit>

/** A segment as the machine heard it, with the engine's own speakers and times. */
export const heardSegment = z.object({
  id,
  pieceIndex: z.int(),
  speaker: z.string().nullable(),
  language: z.string().nullable(),
  startMs: z.int(),
  endMs: z.int(),
  words: z.array(
    z.object({
      text: z.string(),
      startMs: z.int(),
      endMs: z.int(),
      confidence: z.number().nullable(),
      speaker: z.string().nullable(),
    }),
  ),
})

export const exportFormats = ['txt', 'md', 'srt', 'vtt', 'json', 'ohms', 'tei'] as const
export const exportFormat = z.enum(exportFormats)
export type ExportFormat = z.infer<typeof exportFormat>

/** The engine that transcribes at this Kinora. */
export const speechEngine = z.object({
  name: z.enum(['google', 'openai', 'command', 'whisper']),
  /** The name to show: which engine, and with which model. */
  label: z.string(),
  tellsSpeakersApart: z.boolean(),
})
export type SpeechEngine = z.infer<typeof speechEngine>

const path = '/recordings/{id}/transcript' as const
const recordingId = z.object({ id })

export const transcriptsContract = {
  engine: procedure
    .route({
      method: 'GET',
      path: '/speech-engine',
      summary: 'What transcribes recordings here, if anything',
    })
    .output(
      z.object({
        engine: speechEngine.nullable(),
        /** Whether this server has ffmpeg, which cuts recordings into pieces for the engine. */
        canCut: z.boolean(),
      }),
    ),
  get: procedure
    .route({ method: 'GET', path, summary: 'How far a recording’s transcript is, and who speaks in it' })
    .input(recordingId)
    .output(transcript)
    .errors(errors('NOT_FOUND')),
  lines: procedure
    .route({ method: 'GET', path: `${path}/lines`, summary: 'A transcript’s lines in order, by pages' })
    .input(pageInput.extend({ id }))
    .output(pageOf(transcriptLine))
    .errors(errors('NOT_FOUND')),
  /** For a client that learned that the transcript has a newer version; null if too much has changed and it must be read anew. */
  since: procedure
    .route({ method: 'GET', path: `${path}/since/{version}`, summary: 'What was edited since a version' })
    .input(z.object({ id, version: z.coerce.number().pipe(rowVersion) }))
    .output(transcriptChange.nullable())
    .errors(errors('NOT_FOUND')),
  heard: procedure
    .route({ method: 'GET', path: `${path}/heard`, summary: 'What the machine heard, untouched, by pages' })
    .input(pageInput.extend({ id }))
    .output(pageOf(heardSegment))
    .errors(errors('NOT_FOUND')),
  /**
   * Makes all commands or none. Every command names the version it was based on; the commands of one call do not see each other.
   */
  edit: procedure
    .route({ method: 'POST', path: `${path}/edits`, summary: 'Correct a transcript' })
    .input(
      z.object({ id, commands: z.array(transcriptCommand).min(1).max(limits.transcriptCommandsPerCall) }),
    )
    .output(transcriptChange)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'TRANSCRIPT_CONFLICT')),
  replaceAll: procedure
    .route({
      method: 'POST',
      path: `${path}/replacements`,
      summary: 'Find and replace in a whole transcript',
    })
    .input(
      z.object({
        id,
        editId: clientId,
        find: requiredText(limits.searchText),
        replacement: optionalText(limits.searchText),
        matchCase: z.boolean().default(false),
        wholeWords: z.boolean().default(true),
      }),
    )
    .output(z.object({ version: z.int(), replaced: z.int() }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'TRANSCRIPT_CONFLICT')),
  undo: procedure
    .route({
      method: 'POST',
      path: `${path}/undo`,
      summary: 'Take an edit back, with those made together with it',
    })
    .input(z.object({ id, editId: clientId, groupId: id }))
    .output(transcriptChange)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'TRANSCRIPT_CONFLICT')),
  history: procedure
    .route({ method: 'GET', path: `${path}/history`, summary: 'Who edited what and when, newest first' })
    .input(pageInput.extend({ id }))
    .output(pageOf(transcriptEdit))
    .errors(errors('NOT_FOUND')),
  retry: procedure
    .route({
      method: 'POST',
      path: `${path}/retry`,
      summary: 'Have a recording heard, from where it stopped',
    })
    .input(recordingId)
    .output(transcript)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'SPEECH_NOT_SET_UP')),
  export: procedure
    .route({ method: 'GET', path: `${path}/export`, summary: 'A transcript as a file of its own' })
    .input(z.object({ id, format: exportFormat, text: z.enum(['spoken', 'reading']).default('spoken') }))
    .output(z.object({ fileName: z.string(), mimeType: z.string(), content: z.string() }))
    .errors(errors('NOT_FOUND')),
}
