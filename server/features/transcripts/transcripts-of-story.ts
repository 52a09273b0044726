import { sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'

/**
 * A story's transcripts in the order of its parts, then of its files. Of several tracks of one talk only the first that heard anything
 * is taken, because the others heard the same words once more: the computer's, or the phone's where the computer's microphone was off.
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
    .where(({ exists, not, selectFrom }) => {
      const before = selectFrom('transcripts as heard')
        .innerJoin('recordings as track', (join) =>
          join.onRef('track.user_id', '=', 'heard.user_id').onRef('track.id', '=', 'heard.id'),
        )
        .whereRef('track.user_id', '=', 'recordings.user_id')
        .whereRef('track.track_group', '=', 'recordings.track_group')
        .where('heard.line_count', '>', 0)
        .where(
          sql<boolean>`recordings.id <> recordings.track_group and (track.id = track.track_group
            or (track.started_at, track.id) < (recordings.started_at, recordings.id))`,
        )
        .select('heard.id')
      return not(exists(before))
    })
    .orderBy(sql`transcripts.media_id is not null`)
    .orderBy('recordings.part')
    .orderBy('recordings.started_at')
    .orderBy('media.position')
    .orderBy('media.created_at')
    .orderBy('transcripts.id')
