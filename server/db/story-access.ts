import { sql } from 'kysely'
import { codeError } from '../errors.ts'
import type { Tx } from './actor.ts'
import { type Access, type Need, ownerWho, sharedAccess, type Where, whereKept } from './shared-access.ts'

/**
 * The owner of a story, and what the person may do with it; null for one that they may not see. Stories in the trash count only if
 * `where` includes it.
 */
export function storyAccess(tx: Tx, storyId: string, where: Where = 'kept'): Promise<Access | null> {
  return sharedAccess(tx, 'story', storyId, whereKept(where))
}

/**
 * The owner of a story.
 * @throws NOT_FOUND if the person may not see it, FORBIDDEN if they may see it but not do what `need` says
 */
export async function ownerOfStory(
  tx: Tx,
  storyId: string,
  need: Need,
  where?: 'kept or in the trash',
): Promise<string> {
  return ownerWho(await storyAccess(tx, storyId, where), need)
}

/**
 * Refuses to add something to a story that another account shares with the person. New rows are created under the person's own key,
 * which would make a second story of the same id; only the owner, whose storage they use, adds recordings and files.
 * @throws FORBIDDEN
 */
export async function refuseSharedStory(tx: Tx, storyId: string): Promise<void> {
  const access = await storyAccess(tx, storyId, 'kept or in the trash')
  if (access && access.role !== 'owner') throw codeError('FORBIDDEN')
}

/**
 * The owner of a file that the person may see through its story.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function ownerOfMedia(tx: Tx, id: string, need: Need): Promise<string> {
  return ownerWho(await accessBy(tx, 'media', id), need)
}

/**
 * The owner of a thing that can have a transcript: a recording, or an added film or sound.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function ownerOfTalk(tx: Tx, id: string, need: Need): Promise<string> {
  return ownerWho((await accessBy(tx, 'recordings', id)) ?? (await accessBy(tx, 'media', id)), need)
}

/**
 * Looks the primary key up once for the person and once for each owner who shares something with them. A thing that is visible only
 * through a shared book can only be viewed. Of two with the same id, the one counts whose story was shared first: the age of the
 * rows themselves could be forged with an archive, and nobody may put a thing of theirs in the place of another's.
 */
async function accessBy(tx: Tx, table: 'recordings' | 'media', id: string): Promise<Access | null> {
  const { rows } = await sql<Access>`
    select t.user_id as "ownerId",
      case when t.user_id = (select auth.uid()) then 'owner' else coalesce(app.story_role(t.user_id, t.story_id), 'viewer') end as role
    from ${sql.table(`public.${table}`)} t
    where t.id = ${id} and t.user_id = any(array(
      select auth.uid() union select a.user_id from public.shared_access a
      where a.shared_with_user_id = (select auth.uid())
    ))
    order by t.user_id = (select auth.uid()) desc, (
      select a.created_at from public.shared_access a
      where a.shared_with_user_id = (select auth.uid()) and a.user_id = t.user_id and a.story_id = t.story_id
    ), (
      select min(a.created_at) from public.shared_access a
      where a.shared_with_user_id = (select auth.uid()) and a.user_id = t.user_id
    ) limit 1`.execute(tx)
  return rows[0] ?? null
}
