import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type PublicLine, type PublicStory, publicStory } from '#contract/public-links.ts'
import type { RecordingState } from '#contract/recordings.ts'
import { resolveSpeaker } from '#contract/transcript-apply.ts'
import type { Tx } from '../../db/actor.ts'
import { derivedMedia } from '../../db/derived-media.ts'
import { exactInstant, type Page } from '../../db/page.ts'
import type { DB } from '../../db/tables.generated.ts'
import { codeError } from '../../errors.ts'
import { isShownByCopy } from '../media/media.ts'
import type { OpenedLink } from './link-key.ts'

type AddressOf = (mediaId: string) => string
type FromStories = ExpressionBuilder<DB, 'stories'>

/**
 * The states of a recording in which this server is at work on its copy. A damaged one waits for its device, which may never come: a
 * visitor would be promised a film, and ask for it every few seconds, for ever.
 */
const inTheMaking: ReadonlySet<string> = new Set<RecordingState>(['verifying', 'safe'])

/** @param source the column that holds the id of what may have been heard */
const hasTranscript = (source: 'recordings.id' | 'media.id') =>
  sql<boolean>`exists (
    select from public.transcript_lines l
    where l.user_id = stories.user_id and l.transcript_id = ${sql.ref(source)}
  )`.as('hasTranscript')

const columns = (story: FromStories) =>
  [
    'stories.title',
    'stories.description',
    'stories.date',
    'stories.duration',
    'stories.speakers',
    exactInstant('stories.created_at').as('createdAt'),
    jsonArrayFrom(
      story
        .selectFrom('story_notes')
        .whereRef('story_notes.user_id', '=', 'stories.user_id')
        .whereRef('story_notes.story_id', '=', 'stories.id')
        .orderBy('position')
        .orderBy('id')
        .select(['id', 'text', 'timestamp']),
    ).as('notes'),
    jsonArrayFrom(
      story
        .selectFrom('recordings')
        .whereRef('recordings.user_id', '=', 'stories.user_id')
        .whereRef('recordings.story_id', '=', 'stories.id')
        .where('state', '!=', 'receiving')
        .orderBy('part')
        .orderBy('started_at')
        .orderBy('recordings.id')
        .select([
          'recordings.id',
          'kind',
          'state',
          'mime_type as mimeType',
          'duration_ms as durationMs',
          'original_media_id as originalMediaId',
          'track_group as trackGroup',
          derivedMedia('recordings.original_media_id', 'playback').as('playbackMediaId'),
          derivedMedia('recordings.original_media_id', 'poster').as('posterMediaId'),
          hasTranscript('recordings.id'),
        ]),
    ).as('recordings'),
    jsonArrayFrom(
      story
        .selectFrom('media')
        .whereRef('media.user_id', '=', 'stories.user_id')
        .whereRef('media.story_id', '=', 'stories.id')
        .where('role', '=', 'original')
        .where('state', '=', 'stored')
        .where('recording_id', 'is', null)
        .orderBy('media.position')
        .orderBy('media.created_at')
        .orderBy('media.id')
        .select([
          'media.id',
          'kind',
          'file_name as fileName',
          'caption',
          'mime_type as mimeType',
          'duration_ms as durationMs',
          sql<boolean>`media.examined_at is not null`.as('examined'),
          derivedMedia('media.id', 'playback').as('playbackMediaId'),
          derivedMedia('media.id', 'poster').as('posterMediaId'),
          hasTranscript('media.id'),
        ]),
    ).as('files'),
  ] as const

/**
 * What a link shows. Row-level security lets the link's claims read nothing but this story, and only while it may be
 * seen.
 * @throws NOT_FOUND
 */
export async function readPublicStory(tx: Tx, link: OpenedLink, addressOf: AddressOf): Promise<PublicStory> {
  const row = await tx
    .selectFrom('stories')
    .where('stories.user_id', '=', link.ownerId)
    .where('stories.id', '=', link.storyId)
    .select(columns)
    .executeTakeFirst()
  if (!row) throw codeError('NOT_FOUND')

  const poster = (mediaId: string | null) => (mediaId === null ? null : addressOf(mediaId))
  return publicStory.parse({
    ...row,
    recordings: withoutFurtherTracks(row.recordings).map((each) => ({
      ...each,
      ...copyOf(each.playbackMediaId, inTheMaking.has(each.state), addressOf),
      posterUrl: poster(each.posterMediaId),
    })),
    files: row.files.map((each) => ({
      ...each,
      ...(isShownByCopy(each)
        ? copyOf(each.playbackMediaId, !each.examined, addressOf)
        : { url: addressOf(each.playbackMediaId ?? each.id), isPreparing: false }),
      posterUrl: poster(each.posterMediaId),
    })),
  })
}

/**
 * One recording of each talk that several devices recorded: the one that the others are placed against, or another where that one
 * cannot be played (yet).
 */
function withoutFurtherTracks<
  Track extends { id: string; trackGroup: string | null; playbackMediaId: string | null },
>(recordings: readonly Track[]): Track[] {
  const talks = Map.groupBy(recordings, ({ id, trackGroup }) => trackGroup ?? id)
  return [...talks.entries()].flatMap(([group, tracks]) => {
    const inOrder = tracks.toSorted((one, other) => Number(other.id === group) - Number(one.id === group))
    return inOrder.find(({ playbackMediaId }) => playbackMediaId !== null) ?? inOrder.slice(0, 1)
  })
}

/** Visitors get films and sounds only as playback copies, never as originals. */
function copyOf(playbackMediaId: string | null, mayStillCome: boolean, addressOf: AddressOf) {
  if (playbackMediaId === null) return { url: null, isPreparing: mayStillCome }
  return { url: addressOf(playbackMediaId), isPreparing: false }
}

/**
 * One page of the lines of a recording or an added file of the link's story, in order. The cursor is the position of the last line of
 * the previous page.
 */
export async function readPublicLines(
  tx: Tx,
  { ownerId, storyId }: OpenedLink,
  { recordingId, cursor, limit }: { recordingId: string; cursor?: string | undefined; limit: number },
): Promise<Page<PublicLine>> {
  const speakers = await tx
    .selectFrom('transcript_speakers')
    .where('user_id', '=', ownerId)
    .where('transcript_id', '=', recordingId)
    .select(['key', 'name', 'merged_into as mergedInto'])
    .execute()
  const nameOf = (key: string | null) => {
    const spokenBy = key === null ? null : resolveSpeaker(key, speakers)
    return speakers.find((speaker) => speaker.key === spokenBy)?.name || null
  }
  const rows = await tx
    .selectFrom('transcript_lines as l')
    .where('l.user_id', '=', ownerId)
    .where('l.story_id', '=', storyId)
    .where('l.transcript_id', '=', recordingId)
    .$if(cursor !== undefined, (query) => query.where('l.position', '>', cursor ?? ''))
    .orderBy('l.position')
    .limit(limit + 1)
    .select([
      'l.id',
      'l.position',
      'l.start_ms as startMs',
      'l.speaker',
      sql<string>`coalesce(l.reading, l.text)`.as('text'),
    ])
    .execute()

  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ position: _, ...line }) => ({ ...line, speaker: nameOf(line.speaker) })),
    nextCursor: rows.length > limit && last ? last.position : null,
  }
}
