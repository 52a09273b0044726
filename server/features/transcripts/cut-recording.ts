import { sql } from 'kysely'
import { asWorker, type Tx } from '../../db/actor.ts'
import type { JobContext } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { googleLimits } from '../../speech/google-messages.ts'
import { cutIntoPieces, pieceCutter } from '../../speech/pieces.ts'
import type { EngineLimits, Stretch } from '../../speech/speech.ts'
import { withLocalFile } from '../../storage/local-file.ts'
import { failTranscript, finalFailure } from './failed.ts'
import { OVERLAP_MS } from './join-speakers.ts'
import { lockTranscript, type TranscriptKey } from './line-rows.ts'
import { keepPieces, keepShorter, piecesLeft } from './pieces.ts'
import { queue } from './queue.ts'
import { loadContext } from './speech-context.ts'

type Parts = Pick<Services, 'db' | 'storage'>

/**
 * Cuts a recording into pieces as long as an engine takes, and stores their times.
 * @param originalBytes the size of the recording that the file is of
 * @returns false where its device went on with the recording meanwhile: nothing is stored, and it is to be cut anew
 */
export async function cutAndKeep(
  db: Parts['db'],
  key: TranscriptKey,
  { file, originalBytes }: { file: string; originalBytes: number },
  engine: EngineLimits,
  signal: AbortSignal,
): Promise<boolean> {
  const cut = await cutIntoPieces(file, signal, lengthFor(engine))
  return asWorker(db, key.userId, async (tx) => {
    await lockTranscript(tx, key)
    const present = await loadContext(tx, key)
    if (present?.originalBytes !== originalBytes) {
      await leaveToNext(tx, key)
      return false
    }
    await keepPieces(tx, key, cut)
    return true
  })
}

/**
 * Cuts what is left of a recording into shorter pieces where it was cut for an engine that takes longer ones. Whisper leaves out
 * without a word what is beyond its limit.
 */
export async function cutShorter(
  db: Parts['db'],
  key: TranscriptKey,
  file: string,
  engine: EngineLimits,
  signal: AbortSignal,
): Promise<void> {
  const isTooLong = ({ startMs, endMs }: Stretch) => endMs - startMs > engine.pieceMsMax
  const left = await asWorker(db, key.userId, (tx) => piecesLeft(tx, key).execute())
  if (!left.some(isTooLong)) return

  const shorter = await pieceCutter(file, signal, lengthFor(engine))
  await asWorker(db, key.userId, async (tx) => {
    await lockTranscript(tx, key)
    await keepShorter(tx, key, (piece) => (isTooLong(piece) ? shorter(piece) : [piece]))
  })
}

/** How long a piece may be, so that an engine that tells speakers apart can hear the end of the one before again. */
const lengthFor = ({ diarization, pieceMsMax }: EngineLimits) =>
  diarization ? pieceMsMax - OVERLAP_MS : pieceMsMax

/** The next job cuts the recording; where it is heard with a person's own key, the person is asked to go on, as by `cutAnew`. */
async function leaveToNext(tx: Tx, { userId, transcriptId }: TranscriptKey): Promise<void> {
  await tx
    .updateTable('transcripts')
    .set({ state: sql<string>`case when own_key_at is null then 'pending' else 'failed' end` })
    .where('user_id', '=', userId)
    .where('id', '=', transcriptId)
    .where('state', '=', 'processing')
    .execute()
  await queue(tx, userId, transcriptId)
}

/** Cuts a recording whose pieces a browser will have recognised with the person's own key. */
export async function cutForOwnKey(
  { db, storage }: Parts,
  key: TranscriptKey,
  context: JobContext,
): Promise<void> {
  try {
    const found = await asWorker(db, key.userId, (tx) => loadContext(tx, key))
    if (!found || found.isCut) return
    await withLocalFile(storage, found.storageKey, (file) =>
      cutAndKeep(db, key, { ...found, file }, googleLimits, context.signal),
    )
  } catch (error) {
    const failure = finalFailure(error, context)
    if (failure === null) throw error
    context.log.error({ err: error, recordingId: key.transcriptId }, 'a recording could not be cut')
    await failTranscript(db, key, failure)
  }
}
