import { asWorker } from '../../db/actor.ts'
import type { JobContext } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { googleLimits } from '../../speech/google-messages.ts'
import { cutIntoPieces } from '../../speech/pieces.ts'
import type { EngineLimits } from '../../speech/speech.ts'
import { withLocalFile } from '../../storage/local-file.ts'
import { failTranscript, finalFailure } from './failed.ts'
import { OVERLAP_MS } from './join-speakers.ts'
import type { TranscriptKey } from './line-rows.ts'
import { keepPieces } from './pieces.ts'
import { loadContext } from './speech-context.ts'

type Parts = Pick<Services, 'db' | 'storage'>

/** Cuts a recording into pieces as long as an engine takes, and stores their times. */
export async function cutAndKeep(
  db: Parts['db'],
  key: TranscriptKey,
  file: string,
  { diarization, pieceMsMax }: EngineLimits,
  signal: AbortSignal,
): Promise<void> {
  const cut = await cutIntoPieces(file, signal, diarization ? pieceMsMax - OVERLAP_MS : pieceMsMax)
  await asWorker(db, key.userId, (tx) => keepPieces(tx, key, cut))
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
      cutAndKeep(db, key, file, googleLimits, context.signal),
    )
  } catch (error) {
    const failure = finalFailure(error, context)
    if (failure === null) throw error
    context.log.error({ err: error, recordingId: key.transcriptId }, 'a recording could not be cut')
    await failTranscript(db, key, failure)
  }
}
