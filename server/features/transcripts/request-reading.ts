import type { Tx } from '../../db/actor.ts'
import { enqueue } from '../../jobs/job.ts'
import { readStory } from './transcripts.jobs.ts'

/** Has a story read for what it is about; one job a story, however many of its transcripts become whole at once. */
export async function requestReading(
  tx: Tx,
  { userId, storyId }: { userId: string; storyId: string },
): Promise<void> {
  const waiting = { state: 'waiting', steps_done: 0, steps_total: null, failure: null }
  await tx
    .insertInto('story_readings')
    .values({ user_id: userId, id: storyId, ...waiting })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(waiting))
    .execute()
  await enqueue(tx, readStory, { userId, storyId }, { key: `reading ${storyId}` })
}
