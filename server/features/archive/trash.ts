import { sql } from 'kysely'
import type { TrashedItem, TrashedType } from '#contract/archive-trash.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '../../db/actor.ts'
import { afterCursor, exactInstant, type Page, type PageInput, toPage } from '../../db/page.ts'
import { codeError } from '../../errors.ts'

const tables = { story: 'stories', storybook: 'storybooks' } as const satisfies Record<TrashedType, string>

/** As much of one kind as a page can show of it. The place of an item in the list is when it was deleted. */
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

/** What a person deleted and can bring back, latest first. */
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
 * Deletes what lies in the trash for good. Its media go with their rows; the bytes follow by the job that empties the
 * storage bin.
 * @throws NOT_FOUND for what is not in the trash, so that one press never deletes what nobody put there
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
