import type { Tx } from '../../db/actor.ts'
import { enqueue } from '../../jobs/job.ts'
import type { TranscriptKey } from './line-rows.ts'
import { requestReading } from './request-reading.ts'
import { findSuggestions } from './transcripts.jobs.ts'

/** A transcript that is being written is whole: what follows from it is asked for in the same transaction. */
export async function completeTranscript(tx: Tx, { userId, transcriptId }: TranscriptKey): Promise<void> {
  const completed = await tx
    .updateTable('transcripts')
    .set({ state: 'completed' })
    .where('user_id', '=', userId)
    .where('id', '=', transcriptId)
    .where('state', '=', 'processing')
    .returning('story_id')
    .executeTakeFirst()
  if (completed) await requestLooks(tx, { userId, transcriptId }, completed.story_id)
}

/** Has a transcript whose words or voices are new looked through and its story read. */
export async function requestLooks(
  tx: Tx,
  { userId, transcriptId }: TranscriptKey,
  storyId: string,
): Promise<void> {
  await requestReading(tx, { userId, storyId })
  await enqueue(tx, findSuggestions, { userId, transcriptId }, { key: `suggestions ${transcriptId}` })
}
