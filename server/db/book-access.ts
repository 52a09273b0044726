import { codeError } from '../errors.ts'
import type { Tx } from './actor.ts'
import { type Access, type Need, ownerWho, sharedAccess, type Where, whereKept } from './shared-access.ts'

/** Whose storybook it is, and what the person who asks may do with it; null for one that they may not see. */
export function bookAccess(tx: Tx, bookId: string, where: Where = 'kept'): Promise<Access | null> {
  return sharedAccess(tx, 'storybook', bookId, whereKept(where))
}

/** The book's owner. @throws NOT_FOUND for what may not be seen, FORBIDDEN for what may be seen but not so used */
export async function ownerOfBook(
  tx: Tx,
  bookId: string,
  need: Need,
  where?: 'kept or in the trash',
): Promise<string> {
  return ownerWho(await bookAccess(tx, bookId, where), need)
}

/** Nobody makes a second book under the id of one that somebody shares with them. @throws FORBIDDEN */
export async function refuseSharedBook(tx: Tx, bookId: string): Promise<void> {
  const access = await bookAccess(tx, bookId, 'kept or in the trash')
  if (access && access.role !== 'owner') throw codeError('FORBIDDEN')
}
