import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'

type Order = { id: string; notes?: string[] | undefined; files?: string[] | undefined }

/**
 * Puts entries and files of a story in the given order; what is not named follows as it stood, so that something added
 * meanwhile is never lost. @returns whether there is such a story
 */
export async function arrangeStory(tx: Tx, userId: string, { id, notes, files }: Order): Promise<boolean> {
  const story = await tx
    .selectFrom('stories')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!story) return false

  if (notes) await place(tx, userId, id, { table: 'story_notes', which: sql`true`, age: sql`id`, ids: notes })
  if (files) {
    const which = sql`role = 'original' and recording_id is null`
    await place(tx, userId, id, { table: 'media', which, age: sql`created_at`, ids: files })
    await moveWhatWasMadeOfThem(tx, userId, id)
  }
  return true
}

type Placing = {
  table: 'story_notes' | 'media'
  which: RawBuilder<unknown>
  /** What tells the order of two in the same place, as the story itself is read. */
  age: RawBuilder<unknown>
  ids: string[]
}

/** Only rows that move are written: each one written is told to every screen. */
async function place(tx: Tx, userId: string, storyId: string, { table, which, age, ids }: Placing) {
  const rows = sql.table(`public.${table}`)
  await sql`
    with placed as (
      select id, row_number() over (
        order by array_position(${ids}::uuid[], id) nulls last, position, ${age}, id
      ) - 1 as place
      from ${rows} where user_id = ${userId} and story_id = ${storyId} and ${which}
    )
    update ${rows} as moved set position = placed.place from placed
    where moved.user_id = ${userId} and moved.id = placed.id and moved.position <> placed.place
  `.execute(tx)
}

/** What was made of a file stands where the file stands, so that a card finds its picture without asking further. */
async function moveWhatWasMadeOfThem(tx: Tx, userId: string, storyId: string) {
  await sql`
    update public.media as made set position = source.position from public.media as source
    where made.user_id = ${userId} and made.story_id = ${storyId}
      and source.user_id = made.user_id and source.id = made.source_media_id
      and made.position <> source.position
  `.execute(tx)
}
