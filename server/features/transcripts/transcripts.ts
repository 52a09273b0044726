import { sql } from 'kysely'
import { type Transcript, transcript } from '#contract/transcripts.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { Recogniser } from '../../speech/speech.ts'
import { loadSpeakers } from './line-rows.ts'
import { queue } from './queue.ts'
import { findSource, type TranscriptSource } from './transcript-source.ts'

// What looks through transcripts reads their lines and makes its edits by the same ways as people.
export { editsSince } from './edit-rows.ts'
export { type Editor, editTranscript, undoEdit } from './edit-transcript.ts'
export { exportInFormats } from './export-transcript.ts'
export { goOnWaiting } from './go-on-waiting.ts'
export { keepKnownWords } from './known-words.ts'
export { lineOfRow, linesOf, loadSpeakers, type TranscriptKey } from './line-rows.ts'
export { hasHoursFor } from './pieces.ts'
export { requestReading } from './request-reading.ts'
export { hintsOf } from './speech-context.ts'
export { findSource } from './transcript-source.ts'
export { findSuggestions, followTwoTracks, readStory } from './transcripts.jobs.ts'

/** What listens, as families are told. An operator's command line is the operator's own business. */
export function engineName(speech: Recogniser | null): string | null {
  if (speech === null) return null
  return speech.name === 'command' ? 'command' : speech.label
}

/** What a person may know of a recording's transcript. `engine` is what this server would listen with. */
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
 * Has a finished recording heard, in the transaction that finishes it. A recording that is not to be transcribed by
 * itself gets its place for a transcript and waits to be asked for.
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
 * The server finishes what a device leaves behind for a day, and has it heard. Where the device comes back after all, what it goes on
 * with is in no piece yet. Whoever heard the beginning with a key of their own is asked to go on; what had failed goes on when it is
 * asked for.
 */
async function cutAnew(tx: Tx, userId: string, id: string): Promise<void> {
  await tx
    .updateTable('transcripts')
    .set({
      pieces_total: null,
      state: sql<string>`case when state = 'failed' or own_key_at is not null then 'failed' else 'pending' end`,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('pieces_total', 'is not', null)
    // What was heard since it ended, while its copies were made, was heard to its end.
    .where('created_at', '<', (recording) =>
      recording
        .selectFrom('recordings')
        .whereRef('recordings.user_id', '=', 'transcripts.user_id')
        .whereRef('recordings.id', '=', 'transcripts.id')
        .select('ended_at'),
    )
    .execute()
}

/** Has a film or sound heard that somebody added to a story; nothing happens for any other file. */
export async function requestTranscriptOfFile(tx: Tx, userId: string, mediaId: string): Promise<void> {
  const source = await findSource(tx, userId, mediaId)
  if (source === null || source.mediaId === null) return

  const isNew = await addTranscript(tx, userId, mediaId, source)
  if (isNew) await queue(tx, userId, mediaId)
}

/** Has a recording heard because somebody asks: for the first time, or from where it failed. */
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

/** Makes the place for a transcript, if there is none yet; whether there was none. */
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
