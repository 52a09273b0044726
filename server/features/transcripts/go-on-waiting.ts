import type { Tx } from '../../db/actor.ts'
import { enqueue } from '../../jobs/job.ts'
import { queue } from './queue.ts'
import { requestReading } from './request-reading.ts'
import { findSuggestions } from './transcripts.jobs.ts'

/**
 * Has everything done that somebody's rows say they wait for. Rows that came with an archive left their jobs behind, and
 * what nobody works on would be said to be under way for ever. What has a job already keeps it.
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

/** What is to be heard without being asked again, and whose recording does not ask for it itself when it is finished. */
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
