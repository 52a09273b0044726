import { codeError } from '../errors.ts'
import type { Tx } from './actor.ts'
import { type Access, type Need, ownerWho, sharedAccess, type Where, whereKept } from './shared-access.ts'

/** The owner of a storybook, and what the requesting person may do with it; null for one that they may not see. */
export function bookAccess(tx: Tx, bookId: string, where: Where = 'kept'): Promise<Access | null> {
  return sharedAccess(tx, 'storybook', bookId, whereKept(where))
}

/**
 * The owner of a storybook.
 * @throws NOT_FOUND if the person may not see it, FORBIDDEN if they may see it but not do what `need` says
 */
export async function ownerOfBook(
  tx: Tx,
  bookId: string,
  need: Need,
  where?: 'kept or in the trash',
): Promise<string> {
  return ownerWho(await bookAccess(tx, bookId, where), need)
}

/**
 * Refuses to create a storybook under the id of one that another account shares with the person.
 * @throws FORBIDDEN
 */
export async function refuseSharedBook(tx: Tx, bookId: string): Promise<void> {
  const access = await bookAccess(tx, bookId, 'kept or in the trash')
  if (access && access.role !== 'owner') throw codeError('FORBIDDEN')
}
