import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { type NewStory, type Story, type StoryCard, type StoryUpdate, story } from '#contract/stories.ts'
import type { Asking, Tx } from '../../db/actor.ts'
import { afterCursor, createdAtText, type Page, type PageInput, toPage } from '../../db/page.ts'
import { type Parameters, prepare } from '../../db/prepared.ts'
import { codeError } from '../../errors.ts'
import { withoutUndefined } from '../../without-undefined.ts'
import { replaceNotes } from './notes.ts'
import { cardColumns, detailColumns } from './story-columns.ts'

export { deleteExpired } from './trash.ts'

/** A signed address of one of the person's media files. */
export type AddressOf = (mediaId: string) => string

/**
 * Replaces the id of the picture's file with its signed address. Changes the row itself, because copying each row makes
 * a list slower.
 */
function withThumbnail<Row extends { thumbnail: string | null }>(row: Row, addressOf: AddressOf): Row {
  if (row.thumbnail) row.thumbnail = addressOf(row.thumbnail)
  return row
}

/**
 * A query for a person's stories as cards, newest first, without the trash. Callers add the condition that selects a
 * page.
 */
const cardsOf = (db: Asking, userId: RawBuilder<string>, limit: RawBuilder<number>) =>
  db
    .selectFrom('stories')
    .select(cardColumns)
    .select(createdAtText.as('ordered_at'))
    .where('stories.user_id', '=', userId)
    .where('stories.deleted_at', 'is', null)
    .orderBy('stories.created_at', 'desc')
    .orderBy('stories.id', 'desc')
    .limit(limit)

const firstCards = prepare((db, { userId, limit }: Parameters<{ userId: string; limit: number }>) =>
  cardsOf(db, userId, limit),
)

/** One page of a person's stories, read by a single statement. */
export async function listStories(
  db: Asking,
  userId: string,
  page: PageInput,
  addressOf: AddressOf,
): Promise<Page<StoryCard>> {
  const limit = page.limit + 1
  const rows = page.cursor
    ? await cardsOf(db, sql.val(userId), sql.val(limit)).where(afterCursor(page.cursor)).execute()
    : await firstCards(db, { userId, limit })
  return toPage(rows, page.limit, (row) => withThumbnail(row, addressOf))
}

/** For each owner, a function that signs addresses of their files. */
export type AddressOfOwner = (ownerId: string) => AddressOf

/** The cards of these stories, in no particular order, without those in the trash. */
export async function cardsOfStories(
  tx: Tx,
  keys: { ownerId: string; id: string }[],
  addressOf: AddressOfOwner,
): Promise<(StoryCard & { ownerId: string })[]> {
  if (keys.length === 0) return []
  const rows = await tx
    .selectFrom('stories')
    .select(cardColumns)
    .select('stories.user_id as ownerId')
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('stories.user_id', 'stories.id'),
        'in',
        keys.map((key) => tuple(key.ownerId, key.id)),
      ),
    )
    .where('stories.deleted_at', 'is', null)
    .execute()
  return rows.map((row) => withThumbnail(row, addressOf(row.ownerId)))
}

/** A whole story, or null if the person has no such story outside the trash. */
export async function getStory(
  tx: Tx,
  userId: string,
  id: string,
  addressOf: AddressOf,
): Promise<Story | null> {
  const row = await tx
    .selectFrom('stories')
    .select(cardColumns)
    .select(detailColumns)
    .where('stories.user_id', '=', userId)
    .where('stories.id', '=', id)
    .where('stories.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? story.parse(withThumbnail(row, addressOf)) : null
}

/** Adds a story; idempotent by id. @returns false if the story with this id is in the trash */
export async function createStory(tx: Tx, userId: string, draft: NewStory): Promise<boolean> {
  await tx
    .insertInto('stories')
    .values({ ...draft, user_id: userId })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .execute()
  const { deleted_at } = await tx
    .selectFrom('stories')
    .select('deleted_at')
    .where('user_id', '=', userId)
    .where('id', '=', draft.id)
    .executeTakeFirstOrThrow()
  return deleted_at === null
}

/**
 * Changes the fields that are given.
 * @returns whether there is such a story
 * @throws CONFLICT where a field has neither the value it `was` nor already the new one
 */
export async function updateStory(tx: Tx, userId: string, change: StoryUpdate): Promise<boolean> {
  const { id, notes, recordedBy, was, ...fields } = change
  if (was && (await readsOtherwise(tx, userId, change, was))) throw codeError('CONFLICT')
  const { numUpdatedRows } = await tx
    .updateTable('stories')
    .set({ ...withoutUndefined({ ...fields, recorded_by: recordedBy }), updated_at: new Date() })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false

  if (notes) await replaceNotes(tx, userId, id, notes)
  return true
}

/**
 * Whether one of these fields has another value by now, and not the one it is to get, as after a change whose answer was lost. Locks
 * the story's row until the transaction ends.
 */
async function readsOtherwise(
  tx: Tx,
  userId: string,
  change: StoryUpdate,
  was: NonNullable<StoryUpdate['was']>,
): Promise<boolean> {
  const now = await tx
    .selectFrom('stories')
    .select(['title', 'description', 'date', 'time', 'location', 'context', 'speakers', 'tags'])
    .select('recorded_by as recordedBy')
    .where('user_id', '=', userId)
    .where('id', '=', change.id)
    .forUpdate()
    .executeTakeFirst()
  if (!now) return false
  return Object.entries(was).some(([name, before]) => {
    const field = name as keyof typeof now
    return !isDeepStrictEqual(now[field], before) && !isDeepStrictEqual(now[field], change[field])
  })
}

/** Moves a story to the trash. @returns whether there was such a story outside it */
export async function trashStory(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('stories')
    .set({ deleted_at: new Date() })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes a story out of the trash again, within its 30 days. @returns whether it is outside the trash now */
export async function restoreStory(tx: Tx, userId: string, id: string): Promise<boolean> {
  const stillKept = new Date(Date.now() - limits.trashDays * 86_400_000)
  const { numUpdatedRows } = await tx
    .updateTable('stories')
    .set({ deleted_at: null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', '>', stillKept)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return true
  // The answer to an earlier restoration may have been lost.
  const kept = tx.selectFrom('stories').select('id').where('user_id', '=', userId).where('id', '=', id)
  return (await kept.where('deleted_at', 'is', null).executeTakeFirst()) !== undefined
}
