import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'

type Order = { id: string; notes?: string[] | undefined; files?: string[] | undefined }

/**
 * Puts notes and files of a story in the given order. Those that are not named follow in their present order, so that
 * something added meanwhile is never lost.
 * @returns whether there is such a story
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
  /** The tie-breaker for equal positions; the same one as where the story is read. */
  age: RawBuilder<unknown>
  ids: string[]
}

/** Writes only rows that move, because every written row is announced to all screens of its owner. */
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

/** Gives derived files the position of their original, so that a card finds its picture without a further query. */
async function moveWhatWasMadeOfThem(tx: Tx, userId: string, storyId: string) {
  await sql`
    update public.media as made set position = source.position from public.media as source
    where made.user_id = ${userId} and made.story_id = ${storyId}
      and source.user_id = made.user_id and source.id = made.source_media_id
      and made.position <> source.position
  `.execute(tx)
}
