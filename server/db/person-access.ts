import { sql } from 'kysely'
import type { Tx } from './actor.ts'
import { type Access, type Need, ownerWho, sharedAccess } from './shared-access.ts'

/** Neither an account's own person nor somebody unnamed can be shared. */
const canBeShared = sql`t.placeholder_key is null and t.id <> t.user_id`

/** Whose family a person is of, and what the one who asks may do with their page; null for whom they may not see. */
export function personAccess(
  tx: Tx,
  memberId: string,
  which: 'anybody' | 'who can be shared' = 'anybody',
): Promise<Access | null> {
  return sharedAccess(tx, 'family_member', memberId, which === 'anybody' ? sql`true` : canBeShared)
}

/** Whose family it is. @throws NOT_FOUND for whom one may not see, FORBIDDEN for what one may see but not so use */
export async function ownerOfPerson(tx: Tx, memberId: string, need: Need): Promise<string> {
  return ownerWho(await personAccess(tx, memberId), need)
}
