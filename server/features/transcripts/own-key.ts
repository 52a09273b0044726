import { sql } from 'kysely'
import type { GoogleAnswer } from '#contract/google-speech.ts'
import type { OwnKeyFailure, OwnKeyStep } from '#contract/own-key.ts'
import type { Transcript } from '#contract/transcripts.ts'
import { asWorker, type Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { enqueue } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { googleLimits, googleRequestFor, recognitionOf } from '../../speech/google-messages.ts'
import { withoutMadeUp } from '../../speech/made-up-words.ts'
import type { SpeechContext } from '../../speech/recognise-piece.ts'
import { extractPiece } from '../../speech/sound.ts'
import type { Stretch } from '../../speech/speech.ts'
import { SpeechFailure } from '../../speech/speech-failure.ts'
import { withLocalFile } from '../../storage/local-file.ts'
import { completeTranscript } from './complete-transcript.ts'
import { failTranscript } from './failed.ts'
import { followTracks } from './follow-tracks.ts'
import { joinSpeakers, listenFrom } from './join-speakers.ts'
import type { TranscriptKey } from './line-rows.ts'
import { type HeardPiece, keepHeard, nextPiece, type Piece, pieceBefore } from './pieces.ts'
import { type ListeningContext, loadContext } from './speech-context.ts'
import { findSource } from './transcript-source.ts'
import { cutRecording } from './transcripts.jobs.ts'
import { addTranscript, getTranscript } from './transcripts.ts'

/*
 * A person's own browser has a recording recognised by Google, with a key that this server never sees. The browser asks
 * for the next piece, sends it to Google and returns the answer, which is validated as strictly as an engine's
 * (docs/decisions/049).
 */

/** The name of the engine that families are shown. */
const ENGINE = 'Google Speech, with a key of one’s own'

/** `languages`: those that the operator says families here speak (`SPEECH_LANGUAGES`), because families name none. */
type Parts = Pick<Services, 'db' | 'storage'> & Pick<SpeechContext, 'languages'>
type Next = { context: ListeningContext; piece: Piece; before: HeardPiece | null; heard: Stretch }

/**
 * Queues the cutting of a recording into pieces; a queued job for the server's engine will then leave the recording
 * alone. Two tabs that both do this keep each piece once.
 * @throws RECORDING_INCOMPLETE, NOT_FOUND
 */
export async function beginWithOwnKey(tx: Tx, key: TranscriptKey): Promise<Transcript> {
  const { userId, transcriptId: id } = key
  const source = await findSource(tx, userId, id)
  if (!source) throw codeError('NOT_FOUND')
  await addTranscript(tx, userId, id, source)
  if (!(await loadContext(tx, key))) throw codeError('RECORDING_INCOMPLETE')

  const begun = await tx
    .updateTable('transcripts')
    .set({ state: 'processing', failure: null, engine: ENGINE, rescued_at_piece: null })
    .set({ own_key_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where(({ eb, or, and }) =>
      or([
        eb('state', 'in', ['pending', 'failed']),
        and([eb('state', '=', 'processing'), eb('own_key_at', 'is not', null)]),
      ]),
    )
    .returning('pieces_total')
    .executeTakeFirst()
  if (begun?.pieces_total === null) {
    await enqueue(tx, cutRecording, { userId, recordingId: id }, { key: `cut ${id}` })
  }
  return getTranscript(tx, userId, id, ENGINE)
}

/** The next request for Google: the sound of the next piece, and the names and languages that are likely to be heard in it. */
export async function nextForOwnKey(
  { db, storage, languages }: Parts,
  key: TranscriptKey,
  signal: AbortSignal,
): Promise<OwnKeyStep> {
  const state = await asWorker(db, key.userId, (tx) => goOn(tx, key))
  if (!state) return { step: 'over' }
  if (state.pieces_total === null) return { step: 'cutting' }

  const next = await asWorker(db, key.userId, (tx) => findNext(tx, key))
  if (!next) {
    await followTracks({ db, storage }, key, signal)
    await asWorker(db, key.userId, (tx) => completeTranscript(tx, key))
    return { step: 'over' }
  }
  if (next === 'away') return { step: 'cutting' }
  const { context, piece, heard } = next
  try {
    const audio = await withLocalFile(storage, context.storageKey, (file) =>
      extractPiece(file, heard, googleLimits.format, signal),
    )
    const { format } = googleLimits
    const request = googleRequestFor({ ...context.speech, languages, ...heard, audio, format })
    return { step: 'ask', index: piece.index, request }
  } catch (error) {
    if (!(error instanceof SpeechFailure) || error.code === 'ABORTED') throw error
    await failTranscript(db, key, error.code)
    return { step: 'over' }
  }
}

/**
 * Stores Google's answer for the next piece. An answer for any other piece is ignored, since that piece is stored
 * already.
 * @throws BAD_REQUEST where the answer makes no sense
 */
export async function keepAnswer(
  { db, languages }: Parts,
  key: TranscriptKey,
  index: number,
  answer: GoogleAnswer,
): Promise<void> {
  await asWorker(db, key.userId, async (tx) => {
    const state = await goOn(tx, key)
    const next = state ? await findNext(tx, key) : null
    if (next === null || next === 'away' || next.piece.index !== index) return

    const { context, piece, before, heard } = next
    const { language, words } = believed(answer, heard, languages)
    const people = context.onlyTeller === null ? context.speech.speakers : 1
    const keys = joinSpeakers(words, before ?? { words: [], keys: [] }, people)
    const own = words.filter((word) => word.startMs >= piece.startMs)
    await keepHeard(tx, key, piece, { language, words: own }, context.onlyTeller, keys)
  })
}

/** Marks the transcript as failed, with the reason that the browser gives. */
export async function giveUpOwnKey(
  { db }: Pick<Services, 'db'>,
  key: TranscriptKey,
  failure: OwnKeyFailure,
): Promise<void> {
  const isOwn = await asWorker(db, key.userId, (tx) => goOn(tx, key))
  if (isOwn) await failTranscript(db, key, failure)
}

/**
 * Records that the browser is still active. Undefined where the recording is not (or no longer) being recognised with
 * an own key.
 */
async function goOn(tx: Tx, { userId, transcriptId }: TranscriptKey) {
  return tx
    .updateTable('transcripts')
    .set({ own_key_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('id', '=', transcriptId)
    .where('state', '=', 'processing')
    .where('own_key_at', 'is not', null)
    .returning('pieces_total')
    .executeTakeFirst()
}

/**
 * Null where all pieces are recognised; `away` where the file of the next one is not there, because the device goes on with the
 * recording: once it has ended it, the recording is cut anew.
 */
async function findNext(tx: Tx, key: TranscriptKey): Promise<Next | 'away' | null> {
  const piece = await nextPiece(tx, key)
  if (!piece) return null
  const context = await loadContext(tx, key)
  if (!context) return 'away'
  const before = await pieceBefore(tx, key, piece)
  const heard = { startMs: listenFrom(piece, before, googleLimits.pieceMsMax), endMs: piece.endMs }
  return { context, piece, before, heard }
}

/**
 * The words of an answer, with their times. When made-up words are dropped, the whole stretch that was sent counts as
 * speech, because pieces leave out the stretches in which nobody speaks.
 * @throws BAD_REQUEST where the answer makes no sense
 */
function believed(answer: GoogleAnswer, heard: Stretch, languages: readonly string[]) {
  try {
    const { language, words } = recognitionOf(answer, { ...heard, languages })
    return { language, words: withoutMadeUp(words, [heard]) }
  } catch (error) {
    if (error instanceof SpeechFailure) throw codeError('BAD_REQUEST')
    throw error
  }
}
