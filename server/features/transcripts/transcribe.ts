import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { TranscriptFailure } from '#contract/transcripts.ts'
import { asWorker, type Tx } from '../../db/actor.ts'
import { handleJob, type JobContext, type JobHandler } from '../../jobs/job.ts'
import { tryEach } from '../../jobs/try-each.ts'
import type { Services } from '../../services.ts'
import { recognisePiece, type SpeechContext } from '../../speech/recognise-piece.ts'
import type { Recogniser } from '../../speech/speech.ts'
import { withLocalFile } from '../../storage/local-file.ts'
import { completeTranscript } from './complete-transcript.ts'
import { cutAndKeep, cutForOwnKey, cutShorter } from './cut-recording.ts'
import { askAgainAt, failTranscript, finalFailure, isOutage, type Outage } from './failed.ts'
import { followTracks } from './follow-tracks.ts'
import { joinSpeakers, listenFrom } from './join-speakers.ts'
import type { TranscriptKey } from './line-rows.ts'
import { hasHoursFor, keepHeard, nextPiece, pieceBefore } from './pieces.ts'
import { queue } from './queue.ts'
import { type ListeningContext, loadContext } from './speech-context.ts'
import { cutRecording, followTwoTracks, rescueTranscripts, transcribeRecording } from './transcripts.jobs.ts'
import { engineName } from './transcripts.ts'

/**
 * A job gives way to others after this time and is queued again, so that a new recording does not wait for a five-hour
 * one.
 */
const TURN_MS = 60_000

type Parts = Pick<Services, 'db' | 'storage' | 'speech'>
type Work = TranscriptKey & { services: Parts; recogniser: Recogniser } & Pick<JobContext, 'log' | 'signal'>

/** The background jobs that turn recordings into transcripts. */
export function transcriptJobs(services: Parts & Pick<Services, 'log'>): JobHandler[] {
  return [
    handleJob(transcribeRecording, ({ userId, recordingId, failingSince }, context) =>
      transcribe(
        services,
        userId,
        recordingId,
        context,
        failingSince === undefined ? undefined : new Date(failingSince),
      ),
    ),
    handleJob(cutRecording, ({ userId, recordingId }, context) =>
      cutForOwnKey(services, { userId, transcriptId: recordingId }, context),
    ),
    handleJob(followTwoTracks, (key, { signal }) => followTracks(services, key, signal)),
    handleJob(rescueTranscripts, () => rescueLost(services), { schedule: '*/5 * * * *' }),
  ]
}

/**
 * Recognises a recording piece by piece. Each piece is stored as soon as it is recognised, so that after a crash the
 * next job continues with the piece after it. Without an engine the transcript stays pending, and says so.
 * @param failingSince where the engine could not be asked since then
 */
export async function transcribe(
  services: Parts,
  userId: string,
  recordingId: string,
  job: JobContext,
  failingSince?: Date,
): Promise<void> {
  const { speech: recogniser } = services
  if (recogniser === null) return
  const work: Work = { services, recogniser, userId, transcriptId: recordingId, ...job }
  const context = await asWorker(services.db, userId, (tx) => loadContext(tx, work))
  // If the file has not arrived yet, whoever finishes it queues this job again.
  if (!context || !(await begin(work))) return

  try {
    const outcome = await listen(work, context, failingSince)
    if (outcome === 'turn over') return
    if (outcome !== 'completed') return await failTranscript(services.db, work, outcome)
    await followTracks(services, work, job.signal)
    await asWorker(services.db, userId, (tx) => completeTranscript(tx, work))
  } catch (error) {
    const failure = finalFailure(error, job)
    if (failure === null) throw error
    job.log.error({ err: error, recordingId }, 'a recording could not be transcribed')
    await failTranscript(services.db, work, failure)
  }
}

async function begin({ services, userId, transcriptId, recogniser }: Work): Promise<boolean> {
  const { numUpdatedRows } = await asWorker(services.db, userId, (tx) =>
    tx
      .updateTable('transcripts')
      .set({ state: 'processing', failure: null, engine: engineName(recogniser) })
      .where('user_id', '=', userId)
      .where('id', '=', transcriptId)
      .where('state', 'in', ['pending', 'processing'])
      // A transcript that a browser makes with the person's own key is not the engine's to continue.
      .where('own_key_at', 'is', null)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}

async function listen(
  work: Work,
  context: ListeningContext,
  failingSince?: Date,
): Promise<'completed' | 'turn over' | TranscriptFailure> {
  const { services, userId, transcriptId } = work
  return withLocalFile(services.storage, context.storageKey, async (file) => {
    if (!context.isCut) {
      const of = { ...context, file }
      if (!(await cutAndKeep(services.db, work, of, work.recogniser.limits, work.signal))) return 'turn over'
    }
    await cutShorter(services.db, work, file, work.recogniser.limits, work.signal)
    const until = performance.now() + TURN_MS
    let since = failingSince
    while (performance.now() < until) {
      try {
        const heard = await hearNext(work, file, context.speech, context.onlyTeller)
        if (heard !== 'heard') return heard
        since = undefined
      } catch (error) {
        if (work.signal.aborted || !isOutage(error)) throw error
        return await waitForEngine(work, error, since ?? new Date())
      }
    }
    await asWorker(services.db, userId, (tx) => queue(tx, userId, transcriptId))
    return 'turn over'
  })
}

/** The transcript waits, and not a process: in sight of the family, who may ask again at any time. */
async function waitForEngine(
  { services, userId, transcriptId, log }: Work,
  error: Outage,
  failingSince: Date,
): Promise<'turn over' | TranscriptFailure> {
  const runAt = askAgainAt(error, failingSince)
  log.warn({ err: error, recordingId: transcriptId, runAt }, 'the speech engine could not be asked')
  if (runAt === null) return error.code

  await asWorker(services.db, userId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('transcripts')
      .set({ state: 'pending' })
      .where('user_id', '=', userId)
      .where('id', '=', transcriptId)
      .where('state', '=', 'processing')
      .executeTakeFirst()
    // Whoever has changed its state meanwhile has queued it as well.
    if (numUpdatedRows > 0n) await queue(tx, userId, transcriptId, { runAt, failingSince })
  })
  return 'turn over'
}

async function hearNext(
  work: Work,
  file: string,
  speech: SpeechContext,
  onlyTeller: string | null,
): Promise<'heard' | 'completed' | 'HOURS_USED_UP'> {
  const { services, userId, recogniser, signal } = work
  const { db } = services
  const piece = await asWorker(db, userId, (tx) => nextPiece(tx, work))
  if (!piece) return 'completed'
  // Checked before the engine costs money. Where two jobs pass the check at once, the trigger still enforces the limit.
  if (!(await asWorker(db, userId, (tx) => hasHoursFor(tx, userId, piece)))) return 'HOURS_USED_UP'

  const before = recogniser.limits.diarization
    ? await asWorker(db, userId, (tx) => pieceBefore(tx, work, piece))
    : null
  const startMs = listenFrom(piece, before, recogniser.limits.pieceMsMax)
  const heard = await recognisePiece(recogniser, file, { startMs, endMs: piece.endMs }, speech, signal)

  const people = onlyTeller === null ? speech.speakers : 1
  const keys = joinSpeakers(heard.words, before ?? { words: [], keys: [] }, people)
  const words = heard.words.filter((word) => word.startMs >= piece.startMs)
  await asWorker(db, userId, (tx) => keepHeard(tx, work, piece, { ...heard, words }, onlyTeller, keys))
  return 'heard'
}

/**
 * Queues transcripts again that are in `processing` without a job, because its process kept crashing. One that made no
 * progress since it was last rescued is marked as failed, so that a person can ask for it again.
 */
export async function rescueLost({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  const { rows } = await asWorker(db, null, (tx) =>
    sql<{ user_id: string; id: string }>`select user_id, id from app.lost_transcripts()`.execute(tx),
  )
  await tryEach(
    rows,
    ({ user_id: userId, id }) => asWorker(db, userId, (tx) => rescue(tx, userId, id)),
    (err, { id: transcriptId }) =>
      log.error({ err, transcriptId }, 'a lost transcript was not taken up again'),
  )
}

async function rescue(tx: Tx, userId: string, id: string): Promise<void> {
  const lost = await tx
    .selectFrom('transcripts')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .select('own_key_at as ownKeyAt')
    .forUpdate()
    .executeTakeFirst()
  // Deleted, completed or asked for anew since it was found.
  if (!lost) return
  if (lost.ownKeyAt !== null) return endSilentPage(tx, userId, id)

  const { numUpdatedRows } = await tx
    .updateTable('transcripts')
    .set((row) => ({ rescued_at_piece: row.ref('pieces_done') }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where(sql<boolean>`rescued_at_piece is distinct from pieces_done`)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return queue(tx, userId, id)

  await tx
    .updateTable('transcripts')
    .set({ state: 'failed', failure: 'ENGINE_FAILED' })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/**
 * A browser tab that used the person's own key and has asked for no piece for `ownKeySilentMinutes` is taken to be
 * closed.
 */
async function endSilentPage(tx: Tx, userId: string, id: string): Promise<void> {
  await tx
    .updateTable('transcripts')
    .set({ state: 'failed', failure: 'PAGE_CLOSED' })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .where('own_key_at', '<', sql<Date>`now() - make_interval(mins => ${limits.ownKeySilentMinutes})`)
    .execute()
}
