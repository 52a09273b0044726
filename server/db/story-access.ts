import { sql } from 'kysely'
import { codeError } from '../errors.ts'
import type { Tx } from './actor.ts'
import { type Access, type Need, ownerWho, sharedAccess, type Where, whereKept } from './shared-access.ts'

/** Whose story it is; null for one that the person may not see. One in the trash is there only for who asks for the trash. */
export function storyAccess(tx: Tx, storyId: string, where: Where = 'kept'): Promise<Access | null> {
  return sharedAccess(tx, 'story', storyId, whereKept(where))
}

/** The story's owner. @throws NOT_FOUND for what may not be seen, FORBIDDEN for what may be seen but not so used */
export async function ownerOfStory(
  tx: Tx,
  storyId: string,
  need: Need,
  where?: 'kept or in the trash',
): Promise<string> {
  return ownerWho(await storyAccess(tx, storyId, where), need)
}

/**
 * New things are made below one's own key. For a story that somebody else shares that would make a second story of the
 * same id: recordings and files are added by its owner, whose room they take. @throws FORBIDDEN
 */
export async function refuseSharedStory(tx: Tx, storyId: string): Promise<void> {
  const access = await storyAccess(tx, storyId, 'kept or in the trash')
  if (access && access.role !== 'owner') throw codeError('FORBIDDEN')
}

/** The owner of a file that the person may see by its story. @throws NOT_FOUND, FORBIDDEN */
export async function ownerOfMedia(tx: Tx, id: string, need: Need): Promise<string> {
  return ownerWho(await accessBy(tx, 'media', id), need)
}

/** The owner of what has a transcript: a recording, or an added film or sound. @throws NOT_FOUND, FORBIDDEN */
export async function ownerOfTalk(tx: Tx, id: string, need: Need): Promise<string> {
  return ownerWho((await accessBy(tx, 'recordings', id)) ?? (await accessBy(tx, 'media', id)), need)
}

/**
 * The primary key is asked once for the person and once for each owner who shares something with them. What is seen by
 * a shared book alone is there to look at. Of two of the same id the one counts whose story was shared first: how old the rows
 * themselves are an archive may say, and nobody is to put a thing of theirs in the place of another's.
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
