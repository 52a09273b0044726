import type { Tx } from '../../db/actor.ts'
import { enqueue } from '../../jobs/job.ts'
import { readStory } from './transcripts.jobs.ts'

/**
 * Queues the reading of a story: a model proposes what it is about. There is one job per story, however many of its
 * transcripts are completed at the same time.
 */
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
