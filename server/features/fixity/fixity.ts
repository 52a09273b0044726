import { sql } from 'kysely'
import { type DamagedFile, damagedFile, type Fixity, fixity } from '#contract/fixity.ts'
import type { Tx } from '../../db/actor.ts'

export { readAtOnce } from './read-at-once.ts'
export { fixityJobs, readDue } from './read-due.ts'

/** The state of everything that an account keeps, as found when it was last read again. */
export async function readFixity(tx: Tx, userId: string): Promise<Fixity> {
  const { rows } = await sql<Record<string, unknown>>`
    select count(*)::int as files, count(coalesce(checked_at, verified_at))::int as "readAgain",
      max(coalesce(checked_at, verified_at)) as "lastReadAt", min(coalesce(checked_at, verified_at)) as "oldestReadAt",
      (select count(*)::int from damaged_media d where d.user_id = ${userId}) as damaged
    from media where user_id = ${userId} and role = 'original' and state = 'stored'`.execute(tx)
  const [found] = rows
  return fixity.parse({
    ...found,
    lastReadAt: isoOf(found?.lastReadAt),
    oldestReadAt: isoOf(found?.oldestReadAt),
  })
}

/** The damaged files of an account, newest first. */
export async function listDamaged(tx: Tx, userId: string): Promise<DamagedFile[]> {
  const rows = await tx
    .selectFrom('damaged_media as damaged')
    .innerJoin('media', (join) =>
      join.onRef('media.user_id', '=', 'damaged.user_id').onRef('media.id', '=', 'damaged.media_id'),
    )
    .leftJoin('stories', (join) =>
      join.onRef('stories.user_id', '=', 'media.user_id').onRef('stories.id', '=', 'media.story_id'),
    )
    .where('damaged.user_id', '=', userId)
    .select([
      sql<string>`coalesce(stories.title, '')`.as('storyTitle'),
      'media.id',
      'media.story_id as storyId',
      'media.recording_id as recordingId',
      'media.kind',
      'media.file_name as fileName',
      'damaged.damage',
      'damaged.found_at as foundAt',
    ])
    .orderBy('damaged.found_at', 'desc')
    .execute()
  return rows.map((row) => damagedFile.parse({ ...row, foundAt: row.foundAt.toISOString() }))
}

/** The ids of a story's damaged originals, for everybody who may see the story. */
export async function damagedInStory(tx: Tx, userId: string, storyId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('media')
    .innerJoin('damaged_media as damaged', (join) =>
      join.onRef('damaged.user_id', '=', 'media.user_id').onRef('damaged.media_id', '=', 'media.id'),
    )
    .where('media.user_id', '=', userId)
    .where('media.story_id', '=', storyId)
    .select('media.id')
    .execute()
  return rows.map(({ id }) => id)
}

const isoOf = (at: unknown): string | null => (at instanceof Date ? at.toISOString() : null)
