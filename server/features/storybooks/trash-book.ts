import { limits } from '#contract/limits.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { BookKey } from './material.ts'

/** Moves a book to the trash. @throws NOT_FOUND also when it is there already */
export async function trashBook(tx: Tx, { userId, bookId }: BookKey): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('storybooks')
    .set({ deleted_at: new Date() })
    .where('user_id', '=', userId)
    .where('id', '=', bookId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw codeError('NOT_FOUND')
}

/** Takes a book out of the trash again, within its 30 days. @throws NOT_FOUND */
export async function restoreBook(tx: Tx, { userId, bookId }: BookKey): Promise<void> {
  const stillKept = new Date(Date.now() - limits.trashDays * 86_400_000)
  const { numUpdatedRows } = await tx
    .updateTable('storybooks')
    .set({ deleted_at: null })
    .where('user_id', '=', userId)
    .where('id', '=', bookId)
    .where('deleted_at', '>', stillKept)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  // The answer to an earlier restoration may have been lost.
  const book = tx.selectFrom('storybooks').select('id').where('user_id', '=', userId).where('id', '=', bookId)
  if (!(await book.where('deleted_at', 'is', null).executeTakeFirst())) throw codeError('NOT_FOUND')
}
