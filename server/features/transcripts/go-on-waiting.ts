import type { Tx } from '../../db/actor.ts'
import { enqueue } from '../../jobs/job.ts'
import { queue } from './queue.ts'
import { requestReading } from './request-reading.ts'
import { findSuggestions } from './transcripts.jobs.ts'

/**
 * Queues a job for everything that an account's rows say is waiting. Rows restored from an archive come without their
 * jobs, so they would show as being worked on for ever. A row that has a job already keeps that job.
 */
export async function goOnWaiting(tx: Tx, userId: string): Promise<void> {
  for (const { id } of await unheard(tx, userId)) await queue(tx, userId, id)
  for (const { id } of await waiting(tx, userId, 'transcript_checks')) {
    await enqueue(tx, findSuggestions, { userId, transcriptId: id }, { key: `suggestions ${id}` })
  }
  for (const { id } of await waiting(tx, userId, 'story_readings')) {
    await requestReading(tx, { userId, storyId: id })
  }
}

const waiting = (tx: Tx, userId: string, table: 'transcript_checks' | 'story_readings') =>
  tx.selectFrom(table).where('user_id', '=', userId).where('state', '=', 'waiting').select('id').execute()

/**
 * Pending transcripts that need a job: those of added files, and those of recordings that are finished (a recording
 * that is not will queue its own job when it is).
 */
const unheard = (tx: Tx, userId: string) =>
  tx
    .selectFrom('transcripts')
    .leftJoin('recordings', (join) =>
      join
        .onRef('recordings.user_id', '=', 'transcripts.user_id')
        .onRef('recordings.id', '=', 'transcripts.recording_id'),
    )
    .where('transcripts.user_id', '=', userId)
    .where('transcripts.state', '=', 'pending')
    .where(({ eb, and, or }) =>
      or([
        eb('transcripts.media_id', 'is not', null),
        and([eb('recordings.transcribe', '=', true), eb('recordings.state', 'in', ['ready', 'failed'])]),
      ]),
    )
    .select('transcripts.id')
    .execute()
