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
 * A recording that a person's own browser has heard by Google, with a key that this server never sees. The browser asks
 * what comes next, carries it to Google and hands on the answer, which is believed no more than an engine's
 * (docs/decisions/049).
 */

/** What listened, as families are told. */
const ENGINE = 'Google Speech, with a key of one’s own'

type Parts = Pick<Services, 'db' | 'storage'>
type Next = { context: ListeningContext; piece: Piece; before: HeardPiece | null; heard: Stretch }

/** Has a recording cut for it, and whatever else was at it leave off. @throws RECORDING_INCOMPLETE, NOT_FOUND */
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

/** What the browser is to ask Google: the next piece, with the sound of the piece and the names likely to be said. */
export async function nextForOwnKey(
  { db, storage }: Parts,
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
  const { context, piece, heard } = next
  try {
    const audio = await withLocalFile(storage, context.storageKey, (file) =>
      extractPiece(file, heard, googleLimits.format, signal),
    )
    const request = googleRequestFor({ ...context.speech, ...heard, audio, format: googleLimits.format })
    return { step: 'ask', index: piece.index, request }
  } catch (error) {
    if (!(error instanceof SpeechFailure) || error.code === 'ABORTED') throw error
    await failTranscript(db, key, error.code)
    return { step: 'over' }
  }
}

/** Keeps what Google answered of the piece that comes next; of any other one it was heard already. @throws BAD_REQUEST */
export async function keepAnswer(
  { db }: Parts,
  key: TranscriptKey,
  index: number,
  answer: GoogleAnswer,
): Promise<void> {
  await asWorker(db, key.userId, async (tx) => {
    const state = await goOn(tx, key)
    const next = state ? await findNext(tx, key) : null
    if (next?.piece.index !== index) return

    const { context, piece, before, heard } = next
    const { language, words } = believed(answer, heard, context.speech.languages)
    const people = context.onlyTeller === null ? context.speech.speakers : 1
    const keys = joinSpeakers(words, before ?? { words: [], keys: [] }, people)
    const own = words.filter((word) => word.startMs >= piece.startMs)
    await keepHeard(tx, key, piece, { language, words: own }, context.onlyTeller, keys)
  })
}

/** The browser says why it does not go on. */
export async function giveUpOwnKey({ db }: Parts, key: TranscriptKey, failure: OwnKeyFailure): Promise<void> {
  const isOwn = await asWorker(db, key.userId, (tx) => goOn(tx, key))
  if (isOwn) await failTranscript(db, key, failure)
}

/** Notes that the browser is still there; undefined where nothing is heard with an own key (any more). */
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

async function findNext(tx: Tx, key: TranscriptKey): Promise<Next | null> {
  const context = await loadContext(tx, key)
  const piece = await nextPiece(tx, key)
  if (!context || !piece) return null
  const before = await pieceBefore(tx, key, piece)
  const heard = { startMs: listenFrom(piece, before, googleLimits.pieceMsMax), endMs: piece.endMs }
  return { context, piece, before, heard }
}

/** A piece holds nobody's silence, so whatever is said to be said in it may have been. */
function believed(answer: GoogleAnswer, heard: Stretch, languages: readonly string[]) {
  try {
    const { language, words } = recognitionOf(answer, { ...heard, languages })
    return { language, words: withoutMadeUp(words, [heard]) }
  } catch (error) {
    if (error instanceof SpeechFailure) throw codeError('BAD_REQUEST')
    throw error
  }
}
