import { sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'

/**
 * A story's transcripts in the order of its parts, then of its files. Of several tracks of one talk only one is taken: the others
 * heard the same words once more.
 */
export const transcriptsOfStory = (tx: Tx, { userId, storyId }: { userId: string; storyId: string }) =>
  tx
    .selectFrom('transcripts')
    .leftJoin('recordings', (join) =>
      join
        .onRef('recordings.user_id', '=', 'transcripts.user_id')
        .onRef('recordings.id', '=', 'transcripts.id'),
    )
    .leftJoin('media', (join) =>
      join.onRef('media.user_id', '=', 'transcripts.user_id').onRef('media.id', '=', 'transcripts.id'),
    )
    .where('transcripts.user_id', '=', userId)
    .where('transcripts.story_id', '=', storyId)
    .where(sql<boolean>`coalesce(recordings.track_group, recordings.id) is not distinct from recordings.id`)
    .orderBy(sql`transcripts.media_id is not null`)
    .orderBy('recordings.part')
    .orderBy('recordings.started_at')
    .orderBy('media.position')
    .orderBy('media.created_at')
    .orderBy('transcripts.id')
