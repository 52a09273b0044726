import { sql } from 'kysely'
import type { Tx } from './actor.ts'

/** What a person may do with a story. viewer sees, editor changes, admin also shares and deletes. */
export type StoryRole = 'owner' | 'admin' | 'editor' | 'viewer'

/** Whose story it is, which is the first half of its key, and what the person who asks may do with it. */
export type StoryAccess = { ownerId: string; role: StoryRole }

/** null for a story that the person may not see, one in the trash among them. */
export async function storyAccess(tx: Tx, storyId: string): Promise<StoryAccess | null> {
  const { rows } = await sql<StoryAccess>`
    select s.user_id as "ownerId", app.story_role(s.user_id, s.id) as role
    from public.stories s
    where s.user_id = (select auth.uid()) and s.id = ${storyId} and s.deleted_at is null`.execute(tx)
  return rows[0] ?? null
}
