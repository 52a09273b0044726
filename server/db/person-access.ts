import { sql } from 'kysely'
import type { Tx } from './actor.ts'
import { type Access, type Need, ownerWho, sharedAccess } from './shared-access.ts'

/** The account's own person and unnamed placeholders cannot be shared. */
const canBeShared = sql`t.placeholder_key is null and t.id <> t.user_id`

/**
 * The owner of a person's family, and what the requesting person may do with the person's page; null for one that they may not see.
 */
export function personAccess(
  tx: Tx,
  memberId: string,
  which: 'anybody' | 'who can be shared' = 'anybody',
): Promise<Access | null> {
  return sharedAccess(tx, 'family_member', memberId, which === 'anybody' ? sql`true` : canBeShared)
}

/**
 * The owner of a person's family.
 * @throws NOT_FOUND if the requesting person may not see the person, FORBIDDEN if they may, but not do what `need` says
 */
export async function ownerOfPerson(tx: Tx, memberId: string, need: Need): Promise<string> {
  return ownerWho(await personAccess(tx, memberId), need)
}
