import { sql } from 'kysely'
import type { TrashedItem, TrashedType } from '#contract/archive-trash.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '../../db/actor.ts'
import { afterCursor, exactInstant, type Page, type PageInput, toPage } from '../../db/page.ts'
import { codeError } from '../../errors.ts'

const tables = { story: 'stories', storybook: 'storybooks' } as const satisfies Record<TrashedType, string>

/**
 * The latest deleted items of one type, at most as many as a page shows. Items are ordered by the time of deletion,
 * so it is selected as `created_at`.
 */
function latestOf(tx: Tx, userId: string, type: TrashedType, { cursor, limit }: PageInput) {
  const latest = tx
    .selectFrom(tables[type])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '>', sql<Date>`now() - make_interval(days => ${limits.trashDays})`)
    .where(afterCursor(cursor, 'deleted_at'))
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .select([sql.lit(type).as('type'), 'id', 'title', 'deleted_at as created_at'])
  return tx.selectFrom(latest.as('latest')).selectAll()
}

/** Everything that a person deleted and can still restore, latest first. */
export async function listTrash(tx: Tx, userId: string, input: PageInput): Promise<Page<TrashedItem>> {
  const rows = await tx
    .selectFrom(
      latestOf(tx, userId, 'story', input)
        .unionAll(latestOf(tx, userId, 'storybook', input))
        .as('trashed'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(input.limit + 1)
    .select(['type', 'id', 'title', exactInstant('created_at').as('ordered_at')])
    .execute()
  return toPage(rows, input.limit, ({ ordered_at: deletedAt, ...item }) => ({
    ...item,
    deletedAt,
    goneAt: new Date(Date.parse(deletedAt) + limits.trashDays * 86_400_000).toISOString(),
  }))
}

/**
 * Deletes an item of the trash for good. Its media rows go with it; the bytes are deleted later, by the job that
 * empties the storage bin.
 * @throws NOT_FOUND for an item that is not in the trash, so that nothing can be deleted for good that was not put
 * there before
 */
export async function deleteForGood(
  tx: Tx,
  userId: string,
  { type, id }: { type: TrashedType; id: string },
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom(tables[type])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw codeError('NOT_FOUND')
}
