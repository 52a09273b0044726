import pg from 'pg'
import type { TranscriptFailure } from '#contract/transcripts.ts'
import { asWorker } from '../../db/actor.ts'
import type { Database } from '../../db/database.ts'
import { failsForGood, type JobContext } from '../../jobs/job.ts'
import { SpeechFailure, type SpeechFailureCode } from '../../speech/speech-failure.ts'
import type { TranscriptKey } from './line-rows.ts'

/** After this many failed attempts at one piece the engine is not called again until a person asks for it. */
const ATTEMPTS_MAX = 5
/** An engine is waited for through a night in which nobody looks after it, and until a daily allowance is soon renewed. */
const OUTAGE_MS_MAX = 12 * 3_600_000
const PAUSE_MS = { least: 60_000, most: 3_600_000 }
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

export type Outage = SpeechFailure & { code: Exclude<SpeechFailureCode, 'ABORTED'> }

/**
 * Whether the engine could not be asked now, or asks to be left alone: that says nothing about the recording. One that takes a piece and
 * never answers may do so because of that piece, and holds its job's turn for minutes each time, so it is not waited for as long.
 */
export function isOutage(error: unknown): error is Outage {
  if (!(error instanceof SpeechFailure)) return false
  if (error.code === 'RATE_LIMITED' || error.code === 'UNREACHABLE') return true
  return error.retryable && error.retryAfterMs !== null
}

/**
 * When an engine is to be asked again: after as long as it asks for, and at first after a minute, later after as long again as it has
 * failed, up to an hour. Null where that makes it an outage of more than half a day.
 */
export function askAgainAt({ retryAfterMs }: Outage, failingSince: Date, now = Date.now()): Date | null {
  const lastedMs = now - failingSince.getTime()
  const growingMs = Math.min(Math.max(lastedMs, PAUSE_MS.least), PAUSE_MS.most)
  const pauseMs = Math.max(retryAfterMs ?? 0, growingMs)
  return lastedMs + pauseMs > OUTAGE_MS_MAX ? null : new Date(now + pauseMs)
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
