import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { BookKey } from './material.ts'

/** Whether there is a book with this id. @throws GONE when it lies in the trash */
export async function isMade(tx: Tx, { userId, bookId }: BookKey): Promise<boolean> {
  const known = await tx
    .selectFrom('storybooks')
    .where('user_id', '=', userId)
    .where('id', '=', bookId)
    .select('deleted_at')
    .executeTakeFirst()
  if (known?.deleted_at) throw codeError('GONE')
  return known !== undefined
}
