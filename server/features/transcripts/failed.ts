import pg from 'pg'
import type { TranscriptFailure } from '#contract/transcripts.ts'
import { asWorker } from '../../db/actor.ts'
import type { Database } from '../../db/database.ts'
import type { JobContext } from '../../jobs/job.ts'
import { SpeechFailure } from '../../speech/speech-failure.ts'
import type { TranscriptKey } from './line-rows.ts'

/** An engine that fails so often on one piece is not asked again until a person asks. */
const ATTEMPTS_MAX = 5
/** What the trigger of migration 0032 raises when a plan's hours are used up. */
const HOURS_USED_UP = 'KN424'

/** What is told of an error; null where another try may succeed. */
export function finalFailure(
  error: unknown,
  { attempt, isLastAttempt }: Pick<JobContext, 'attempt' | 'isLastAttempt'>,
): TranscriptFailure | null {
  if (error instanceof pg.DatabaseError && error.code === HOURS_USED_UP) return 'HOURS_USED_UP'
  const isHopeless = isLastAttempt || attempt >= ATTEMPTS_MAX
  if (!(error instanceof SpeechFailure)) return isHopeless ? 'ENGINE_FAILED' : null
  if (error.code === 'ABORTED') return isLastAttempt ? 'ENGINE_FAILED' : null
  return error.retryable && !isHopeless ? null : error.code
}

/** A transcript that is being written is not gone on with until a person asks. */
export async function failTranscript(
  db: Database,
  { userId, transcriptId }: TranscriptKey,
  failure: TranscriptFailure,
): Promise<void> {
  await asWorker(db, userId, (tx) =>
    tx
      .updateTable('transcripts')
      .set({ state: 'failed', failure })
      .where('user_id', '=', userId)
      .where('id', '=', transcriptId)
      .where('state', '=', 'processing')
      .execute(),
  )
}
