import { sql } from 'kysely'
import { codeError } from '../errors.ts'
import type { Tx } from './actor.ts'
import { type Need, ownerWho, type StoryAccess } from './story-access.ts'

/** Whose storybook it is, and what the person who asks may do with it; null for one that they may not see. */
export async function bookAccess(
  tx: Tx,
  bookId: string,
  where: 'kept' | 'kept or in the trash' = 'kept',
): Promise<StoryAccess | null> {
  const kept = where === 'kept' ? sql`and b.deleted_at is null` : sql``
  const { rows } = await sql<StoryAccess>`
    select "ownerId", role from (
      select b.user_id as "ownerId", 'owner' as role, now() as since from public.storybooks b
      where b.user_id = (select auth.uid()) and b.id = ${bookId} ${kept}
      union all
      select a.user_id, a.role, a.created_at from public.shared_access a
      join public.storybooks b on b.user_id = a.user_id and b.id = a.storybook_id ${kept}
      where a.shared_with_user_id = (select auth.uid()) and a.resource_type = 'storybook' and a.resource_id = ${bookId}
    ) found
    order by role = 'owner' desc, since limit 1`.execute(tx)
  return rows[0] ?? null
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
