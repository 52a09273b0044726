import { sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'

/**
 * What a transcript was made from: a recording, or a film or sound file that somebody added. The transcript has the
 * same id.
 */
export type TranscriptSource = {
  storyId: string
  /** The added file; null for a recording. */
  mediaId: string | null
  kind: 'video' | 'audio'
  durationMs: number | null
  /** Whether it is transcribed without anybody asking for it. */
  isWanted: boolean
  /** The recording's index among the parts of its story, from 0; null where the story has only one. Tracks of one talk are one part. */
  part: number | null
}

const placeOfPart = sql<number | null>`(
  select case when told.parts > 1 then told.place end
  from (
    select each.id, count(*) over ()::int as parts,
      (row_number() over (order by each.part, each.started_at, each.id) - 1)::int as place
    from recordings each
    where each.user_id = recordings.user_id and each.story_id = recordings.story_id
      and coalesce(each.track_group, each.id) = each.id
  ) told
  where told.id = coalesce(recordings.track_group, recordings.id)
)`

/**
 * The recording or added file with this id; null if there is none that can be transcribed, or if its story is in the
 * trash.
 */
export async function findSource(tx: Tx, userId: string, id: string): Promise<TranscriptSource | null> {
  const recording = await tx
    .selectFrom('recordings')
    .innerJoin('stories', (join) =>
      join
        .onRef('stories.user_id', '=', 'recordings.user_id')
        .onRef('stories.id', '=', 'recordings.story_id'),
    )
    .where('recordings.user_id', '=', userId)
    .where('recordings.id', '=', id)
    .where('stories.deleted_at', 'is', null)
    .select(['recordings.story_id as storyId', 'recordings.kind', 'recordings.duration_ms as durationMs'])
    .select(['recordings.transcribe as isWanted', placeOfPart.as('part')])
    .executeTakeFirst()
  if (recording) {
    return { ...recording, mediaId: null, kind: recording.kind === 'video' ? 'video' : 'audio' }
  }

  const file = await tx
    .selectFrom('media')
    .innerJoin('stories', (join) =>
      join.onRef('stories.user_id', '=', 'media.user_id').onRef('stories.id', '=', 'media.story_id'),
    )
    .where('media.user_id', '=', userId)
    .where('media.id', '=', id)
    .where('media.role', '=', 'original')
    .where('media.state', '=', 'stored')
    .where('media.recording_id', 'is', null)
    .where('media.kind', 'in', ['video', 'audio'])
    .where('stories.deleted_at', 'is', null)
    .select(['stories.id as storyId', 'media.kind', 'media.duration_ms as durationMs'])
    .executeTakeFirst()
  if (!file) return null
  const kind = file.kind === 'video' ? 'video' : 'audio'
  return { ...file, mediaId: id, kind, isWanted: true, part: null }
}
