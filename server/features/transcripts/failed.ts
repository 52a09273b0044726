import pg from 'pg'
import type { TranscriptFailure } from '#contract/transcripts.ts'
import { asWorker } from '../../db/actor.ts'
import type { Database } from '../../db/database.ts'
import { failsForGood, type JobContext } from '../../jobs/job.ts'
import { SpeechFailure } from '../../speech/speech-failure.ts'
import type { TranscriptKey } from './line-rows.ts'

/** After this many failed attempts at one piece the engine is not called again until a person asks for it. */
const ATTEMPTS_MAX = 5
/** The SQLSTATE that the trigger of migration 0032 raises when a plan's hours are used up. */
const HOURS_USED_UP = 'KN424'

/** The failure to show for an error; null where the job should be retried. */
export function finalFailure(
  error: unknown,
  job: Pick<JobContext, 'attempt' | 'isLastAttempt' | 'signal'>,
): TranscriptFailure | null {
  if (error instanceof pg.DatabaseError && error.code === HOURS_USED_UP) return 'HOURS_USED_UP'
  // What the engine answers to a request that was broken off says nothing about the engine.
  if (job.signal.aborted) return null
  const isHopeless = failsForGood(job, ATTEMPTS_MAX)
  if (!(error instanceof SpeechFailure)) return isHopeless ? 'ENGINE_FAILED' : null
  if (error.code === 'ABORTED') return failsForGood(job) ? 'ENGINE_FAILED' : null
  return error.retryable && !isHopeless ? null : error.code
}

/** Marks a transcript in `processing` as failed; nothing continues it until a person asks for that. */
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
