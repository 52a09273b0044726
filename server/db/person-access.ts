import { sql } from 'kysely'
import type { Tx } from './actor.ts'
import { type Need, ownerWho, type StoryAccess } from './story-access.ts'

/**
 * Whose family a person is of, and what the one who asks may do with their page; null for whom they may not see. Neither
 * an account's own person nor somebody unnamed can be shared.
 */
export async function personAccess(
  tx: Tx,
  memberId: string,
  which: 'anybody' | 'who can be shared' = 'anybody',
): Promise<StoryAccess | null> {
  const shareable = which === 'anybody' ? sql`` : sql`and m.placeholder_key is null and m.id <> m.user_id`
  const { rows } = await sql<StoryAccess>`
    select "ownerId", role from (
      select m.user_id as "ownerId", 'owner' as role, now() as since from public.family_members m
      where m.user_id = (select auth.uid()) and m.id = ${memberId} ${shareable}
      union all
      select a.user_id, a.role, a.created_at from public.shared_access a
      join public.family_members m on m.user_id = a.user_id and m.id = a.member_id
      where a.shared_with_user_id = (select auth.uid()) and a.resource_type = 'family_member'
        and a.resource_id = ${memberId}
    ) found
    order by role = 'owner' desc, since limit 1`.execute(tx)
  return rows[0] ?? null
}

/** Whose family it is. @throws NOT_FOUND for whom one may not see, FORBIDDEN for what one may see but not so use */
export async function ownerOfPerson(tx: Tx, memberId: string, need: Need): Promise<string> {
  return ownerWho(await personAccess(tx, memberId), need)
}
