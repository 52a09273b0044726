import type { Tx } from '../../db/actor.ts'
import { enqueue } from '../../jobs/job.ts'
import type { TranscriptKey } from './line-rows.ts'
import { requestReading } from './request-reading.ts'
import { findSuggestions } from './transcripts.jobs.ts'

/**
 * Marks a transcript in `processing` as completed and, in the same transaction, queues the jobs that follow from it.
 * Does nothing in any other state, nor to a transcript whose recording has yet to be cut.
 */
export async function completeTranscript(tx: Tx, { userId, transcriptId }: TranscriptKey): Promise<void> {
  const completed = await tx
    .updateTable('transcripts')
    .set({ state: 'completed' })
    .where('user_id', '=', userId)
    .where('id', '=', transcriptId)
    .where('state', '=', 'processing')
    // The recording has grown since it was cut: a job that has heard all that was cut before has not heard it all.
    .where('pieces_total', 'is not', null)
    .returning('story_id')
    .executeTakeFirst()
  if (completed) await requestLooks(tx, { userId, transcriptId }, completed.story_id)
}

/**
 * Queues what new words or new speakers call for: the search for suggestions in the transcript and the reading of its
 * story.
 */
export async function requestLooks(
  tx: Tx,
  { userId, transcriptId }: TranscriptKey,
  storyId: string,
): Promise<void> {
  await requestReading(tx, { userId, storyId })
  await enqueue(tx, findSuggestions, { userId, transcriptId }, { key: `suggestions ${transcriptId}` })
}
