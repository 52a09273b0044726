import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { RecordingState } from '#contract/recordings.ts'
import type { StoryRole } from '#contract/rights.ts'
import type { StoryMethod } from '#contract/stories.ts'
import { derivedMedia } from '../../db/derived-media.ts'
import { exactInstant } from '../../db/page.ts'
import type { DB } from '../../db/tables.generated.ts'

type FromStories = ExpressionBuilder<DB, 'stories'>

/**
 * Recording states, from the one that needs most care to the one that needs none. A card shows the first of these that
 * one of its recordings has.
 */
const statesByCare = ['damaged', 'receiving', 'verifying', 'safe', 'failed', 'ready']

const ofStory = (table: string) =>
  sql<SqlBool>`${sql.ref(`${table}.user_id`)} = stories.user_id and ${sql.ref(`${table}.story_id`)} = stories.id`

/**
 * What a card shows, read in one pass over a page of stories. `thumbnail` is the id of the picture's file; callers
 * replace it with an address.
 */
export const cardColumns = (story: FromStories) =>
  [
    'stories.id',
    'stories.title',
    'stories.description',
    // A check constraint allows no other value, so it is not parsed here; the API validates its responses once, on
    // their way out.
    story.ref('stories.method').$castTo<StoryMethod>().as('method'),
    'stories.date',
    'stories.time',
    'stories.duration',
    'stories.speakers',
    exactInstant('stories.created_at').as('createdAt'),
    story
      .selectFrom('story_notes')
      .where(ofStory('story_notes'))
      .select((notes) => notes.fn.countAll<number>().as('count'))
      .$asScalar()
      .$notNull()
      .as('noteCount'),
    story
      .selectFrom('media')
      .where(ofStory('media'))
      .where('role', '=', 'poster')
      // A poster has the position of its original, so the first picture in the family's order stands for the story.
      .orderBy('position')
      .orderBy('created_at')
      .limit(1)
      .select('media.id')
      .as('thumbnail'),
    story
      .selectFrom('recordings')
      .where(ofStory('recordings'))
      .select(
        sql<RecordingState | null>`(${sql.val(statesByCare)}::text[])[min(array_position(${sql.val(statesByCare)}::text[], state))]`.as(
          'state',
        ),
      )
      .as('recordingState'),
  ] as const

/** What a story's own page shows in addition to the card: notes, recordings and files, each list in its order. */
export const detailColumns = (story: FromStories) =>
  [
    'stories.recorded_by as recordedBy',
    'stories.location',
    'stories.tags',
    'stories.context',
    'stories.transcription_status as transcriptionStatus',
    exactInstant('stories.updated_at').as('updatedAt'),
    sql<StoryRole>`app.story_role(stories.user_id, stories.id)`.as('role'),
    story
      .selectFrom('shared_access')
      .whereRef('shared_access.user_id', '=', 'stories.user_id')
      .where('resource_type', '=', 'story')
      .whereRef('resource_id', '=', 'stories.id')
      .where('shared_with_user_id', '=', sql<string>`(select auth.uid())`)
      .select('owner_name')
      .as('ownerName'),
    jsonArrayFrom(
      story
        .selectFrom('story_notes')
        .where(ofStory('story_notes'))
        .orderBy('position')
        .orderBy('id')
        .select(['id', 'text', 'timestamp', exactInstant('created_at').as('createdAt')]),
    ).as('notes'),
    jsonArrayFrom(
      story
        .selectFrom('recordings')
        .where(ofStory('recordings'))
        .orderBy('part')
        .orderBy('started_at')
        .orderBy('recordings.id')
        .select([
          'recordings.id',
          'recordings.story_id as storyId',
          'part',
          'kind',
          'state',
          'mime_type as mimeType',
          exactInstant('started_at').as('startedAt'),
          exactInstant('ended_at').as('endedAt'),
          'ended_by as endedBy',
          'duration_ms as durationMs',
          'received_bytes as sizeBytes',
          'sha256',
          'original_media_id as originalMediaId',
          'recordings.link_id as linkId',
          'track_group as trackGroup',
          'offset_ms as offsetMs',
          'drift_ppm as driftPpm',
          'awaits_comparison as awaitsComparison',
          derivedMedia('recordings.original_media_id', 'playback').as('playbackMediaId'),
          derivedMedia('recordings.original_media_id', 'poster').as('posterMediaId'),
          derivedMedia('recordings.original_media_id', 'peaks').as('peaksMediaId'),
        ]),
    ).as('recordings'),
    jsonArrayFrom(
      story
        .selectFrom('media')
        .where(ofStory('media'))
        .where('role', '=', 'original')
        .where('state', '=', 'stored')
        .where('recording_id', 'is', null)
        .orderBy('media.position')
        .orderBy('media.created_at')
        .orderBy('media.id')
        .select([
          'media.id',
          'media.story_id as storyId',
          'kind',
          'file_name as fileName',
          'caption',
          'mime_type as mimeType',
          'size_bytes as sizeBytes',
          'sha256',
          'duration_ms as durationMs',
          'width',
          'height',
          'finding',
          sql<boolean>`media.examined_at is not null`.as('examined'),
          exactInstant('media.created_at').as('createdAt'),
          derivedMedia('media.id', 'playback').as('playbackMediaId'),
          derivedMedia('media.id', 'poster').as('posterMediaId'),
        ]),
    ).as('files'),
  ] as const
