import { sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'

/**
 * A story's transcripts in the order of its parts, then of its files. Of several tracks of one talk only the first is taken, because
 * the others heard the same words once more; unless it heard nothing, as where the computer's microphone was off beside a phone.
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
    .where(({ eb, exists, not, or, ref, selectFrom }) => {
      const first = selectFrom('transcripts as first')
        .whereRef('first.user_id', '=', 'transcripts.user_id')
        .whereRef('first.id', '=', 'recordings.track_group')
        .where('first.line_count', '>', 0)
        .select('first.id')
      return or([
        eb('recordings.track_group', 'is', null),
        eb('recordings.track_group', '=', ref('recordings.id')),
        not(exists(first)),
      ])
    })
    .orderBy(sql`transcripts.media_id is not null`)
    .orderBy('recordings.part')
    .orderBy('recordings.started_at')
    .orderBy('media.position')
    .orderBy('media.created_at')
    .orderBy('transcripts.id')
