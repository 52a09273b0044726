import { sql } from 'kysely'

/**
 * For a query over `stories`: the id of the media row derived from a media row of the same story, or null where there is none
 * (yet).
 * @param source the column that holds the original's id, such as `media.id`
 */
export const derivedMedia = (source: string, role: 'playback' | 'poster' | 'peaks') => sql<string | null>`(
  select d.id from public.media d
  where d.user_id = stories.user_id and d.source_media_id = ${sql.ref(source)} and d.role = ${sql.lit(role)}
)`
