import { sql } from 'kysely'
import { type Transcript, transcript } from '#contract/transcripts.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { Recogniser } from '../../speech/speech.ts'
import { loadSpeakers, lockTranscript } from './line-rows.ts'
import { queue } from './queue.ts'
import { findSource, type TranscriptSource } from './transcript-source.ts'

// Other features read and edit transcripts by the same functions that serve people's requests.
export { editsSince, undoneSince } from './edit-rows.ts'
export { type Editor, editTranscript, undoEdit } from './edit-transcript.ts'
export { exportInFormats } from './export-transcript.ts'
export { goOnWaiting } from './go-on-waiting.ts'
export { keepKnownWords } from './known-words.ts'
export { lineOfRow, linesOf, loadSpeakers, lockTranscript, type TranscriptKey } from './line-rows.ts'
export { hasHoursFor } from './pieces.ts'
export { requestReading } from './request-reading.ts'
export { hintsOf } from './speech-context.ts'
export { findSource } from './transcript-source.ts'
export { findSuggestions, followTwoTracks, readStory } from './transcripts.jobs.ts'
export { transcriptsOfStory } from './transcripts-of-story.ts'

/**
 * The name of the engine that families are shown. A command line is the operator's private matter, so its label is not
 * shown.
 */
export function engineName(speech: Recogniser | null): string | null {
  if (speech === null) return null
  return speech.name === 'command' ? 'command' : speech.label
}

/** The state of a transcript. `engine` is the one that this server would use. @throws NOT_FOUND */
export async function getTranscript(
  tx: Tx,
  userId: string,
  id: string,
  engine: string | null,
): Promise<Transcript> {
  const source = await findSource(tx, userId, id)
  if (!source) throw codeError('NOT_FOUND')

  const row = await tx
    .selectFrom('transcripts')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .select([
      'state',
      'failure',
      'engine',
      'language',
      'version',
      'pieces_done',
      'pieces_total',
      'own_key_at',
      'line_count',
    ])
    .executeTakeFirst()

  return transcript.parse({
    id,
    storyId: source.storyId,
    state: row?.state ?? 'pending',
    failure: row?.failure ?? null,
    engine: row?.engine ?? engine,
    withOwnKey: row ? row.own_key_at !== null : false,
    language: row?.language ?? null,
    isWanted: source.isWanted,
    piecesDone: row?.pieces_done ?? 0,
    piecesTotal: row?.pieces_total ?? null,
    lineCount: row?.line_count ?? 0,
    version: row?.version ?? 0,
    speakers: await loadSpeakers(tx, userId, id),
  })
}

/**
 * Creates the transcript of a finished recording and queues its job, in the transaction that finishes the recording. If
 * the recording is not to be transcribed by itself, its transcript stays pending until somebody asks for it.
 */
export async function requestTranscript(tx: Tx, userId: string, recordingId: string): Promise<void> {
  const recording = await tx
    .selectFrom('recordings')
    .where('user_id', '=', userId)
    .where('id', '=', recordingId)
    .select(['story_id', 'transcribe'])
    .executeTakeFirst()
  if (!recording) return

  const isNew = await addTranscript(tx, userId, recordingId, { storyId: recording.story_id, mediaId: null })
  if (!isNew) await cutAnew(tx, userId, recordingId)
  if (recording.transcribe) await queue(tx, userId, recordingId)
}

/**
 * A recording whose device was silent for a day is abandoned: the server finishes it and has it transcribed. If the
 * device comes back and continues, the new sound is in no piece yet, so the recording has to be cut again. A transcript
 * that was made with a person's own key becomes `failed`, so that the person is asked to continue it; one that had
 * failed waits until it is asked for.
 */
async function cutAnew(tx: Tx, userId: string, id: string): Promise<void> {
  // A job may be storing what it cut of the shorter recording: an update alone would still find the row uncut, and not wait.
  await lockTranscript(tx, { userId, transcriptId: id })
  await tx
    .updateTable('transcripts')
    .set({
      pieces_total: null,
      state: sql<string>`case when state = 'failed' or own_key_at is not null then 'failed' else 'pending' end`,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('pieces_total', 'is not', null)
    // A transcript created after the recording ended already covers the whole recording.
    .where('created_at', '<', (recording) =>
      recording
        .selectFrom('recordings')
        .whereRef('recordings.user_id', '=', 'transcripts.user_id')
        .whereRef('recordings.id', '=', 'transcripts.id')
        .select('ended_at'),
    )
    .execute()
}

/**
 * Creates the transcript of an added film or sound file and queues its job, also while its story lies in the trash: nobody asks again
 * once it is restored. Does nothing for any other file.
 */
export async function requestTranscriptOfFile(tx: Tx, userId: string, mediaId: string): Promise<void> {
  const file = await tx
    .selectFrom('media')
    .where('user_id', '=', userId)
    .where('id', '=', mediaId)
    .where('role', '=', 'original')
    .where('state', '=', 'stored')
    .where('recording_id', 'is', null)
    .where('kind', 'in', ['video', 'audio'])
    .select('story_id')
    .executeTakeFirst()
  const storyId = file?.story_id ?? null
  if (storyId === null) return

  const isNew = await addTranscript(tx, userId, mediaId, { storyId, mediaId })
  if (isNew) await queue(tx, userId, mediaId)
}

/**
 * Queues a transcript that a person asks for: for the first time, or again from where it failed.
 * @throws NOT_FOUND, SPEECH_NOT_SET_UP
 */
export async function retryTranscript(tx: Tx, userId: string, id: string, engine: string | null) {
  const { state } = await getTranscript(tx, userId, id, engine)
  if (engine === null) throw codeError('SPEECH_NOT_SET_UP')

  if (state === 'pending' || state === 'failed') {
    const source = await findSource(tx, userId, id)
    if (source) await addTranscript(tx, userId, id, source)
    await tx
      .updateTable('recordings')
      .set({ transcribe: true })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('transcribe', '=', false)
      .execute()
    await tx
      .updateTable('transcripts')
      .set({ state: 'pending', failure: null, rescued_at_piece: null, own_key_at: null })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .execute()
    await queue(tx, userId, id)
  }
  return getTranscript(tx, userId, id, engine)
}

/** Creates the transcript's row if there is none yet. @returns whether it was created */
export async function addTranscript(
  tx: Tx,
  userId: string,
  id: string,
  { storyId, mediaId }: Pick<TranscriptSource, 'storyId' | 'mediaId'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('transcripts')
    .values({ user_id: userId, id, story_id: storyId, media_id: mediaId })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
