import { type Transcript, transcript } from '#contract/transcripts.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { enqueue } from '../../jobs/job.ts'
import type { Recogniser } from '../../speech/speech.ts'
import { loadSpeakers } from './line-rows.ts'
import { transcribeRecording } from './transcripts.jobs.ts'

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
  const row = await tx
    .selectFrom('recordings')
    .innerJoin('stories', (join) =>
      join
        .onRef('stories.user_id', '=', 'recordings.user_id')
        .onRef('stories.id', '=', 'recordings.story_id'),
    )
    .leftJoin('transcripts as t', (join) =>
      join.onRef('t.user_id', '=', 'recordings.user_id').onRef('t.id', '=', 'recordings.id'),
    )
    .where('recordings.user_id', '=', userId)
    .where('recordings.id', '=', id)
    .where('stories.deleted_at', 'is', null)
    .select(['recordings.story_id', 't.state', 't.failure', 't.engine', 't.language', 't.version'])
    .select(['t.pieces_done', 't.pieces_total'])
    .select((from) =>
      from
        .selectFrom('transcript_lines')
        .whereRef('transcript_lines.user_id', '=', 'recordings.user_id')
        .whereRef('transcript_lines.transcript_id', '=', 'recordings.id')
        .select((lines) => lines.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('lineCount'),
    )
    .executeTakeFirst()
  if (!row) throw codeError('NOT_FOUND')

  return transcript.parse({
    id,
    storyId: row.story_id,
    state: row.state ?? 'pending',
    failure: row.failure,
    engine: row.engine ?? engine,
    language: row.language,
    piecesDone: row.pieces_done ?? 0,
    piecesTotal: row.pieces_total,
    lineCount: row.lineCount,
    version: row.version ?? 0,
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

  await addTranscript(tx, userId, recordingId, recording.story_id)
  if (recording.transcribe) await queue(tx, userId, recordingId)
}

/** Has a recording heard because somebody asks: for the first time, or from where it failed. */
export async function retryTranscript(tx: Tx, userId: string, id: string, engine: string | null) {
  const { state, storyId } = await getTranscript(tx, userId, id, engine)
  if (engine === null) throw codeError('SPEECH_NOT_SET_UP')

  if (state === 'pending' || state === 'failed') {
    await addTranscript(tx, userId, id, storyId)
    await tx
      .updateTable('transcripts')
      .set({ state: 'pending', failure: null })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .execute()
    await queue(tx, userId, id)
  }
  return getTranscript(tx, userId, id, engine)
}

async function addTranscript(tx: Tx, userId: string, id: string, storyId: string): Promise<void> {
  await tx
    .insertInto('transcripts')
    .values({ user_id: userId, id, story_id: storyId })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .execute()
}

/** One job a recording: a second one takes the place of the first while that still waits. */
export async function queue(tx: Tx, userId: string, recordingId: string): Promise<void> {
  await enqueue(tx, transcribeRecording, { userId, recordingId }, { key: `transcribe ${recordingId}` })
}
