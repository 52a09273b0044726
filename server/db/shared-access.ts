import { type RawBuilder, sql } from 'kysely'
import { mayChange, mayManage, type StoryRole } from '#contract/rights.ts'
import { codeError } from '../errors.ts'
import type { Tx } from './actor.ts'

/** The owner of a thing, whose id is the first half of its key, and what the requesting person may do with it. */
export type Access = { ownerId: string; role: StoryRole }
/** own: reserved for the owner. */
export type Need = 'see' | 'change' | 'manage' | 'own'

/** By type: the table, and the column of `shared_access` that refers to it. */
const shareable = {
  story: { table: 'public.stories', reference: 'story_id' },
  storybook: { table: 'public.storybooks', reference: 'storybook_id' },
  family_member: { table: 'public.family_members', reference: 'member_id' },
} as const

/**
 * Access to the person's own thing of that id, otherwise to the one that was shared first, so that nobody can put a thing of theirs
 * in its place. `only` is a further condition on the row `t`. Null for a thing that the person may not see.
 */
export async function sharedAccess(
  tx: Tx,
  type: keyof typeof shareable,
  id: string,
  only: RawBuilder<unknown> = sql`true`,
): Promise<Access | null> {
  const table = sql.table(shareable[type].table)
  const reference = sql.ref(`a.${shareable[type].reference}`)
  const { rows } = await sql<Access>`
    select "ownerId", role from (
      select t.user_id as "ownerId", 'owner' as role, now() as since from ${table} t
      where t.user_id = (select auth.uid()) and t.id = ${id} and ${only}
      union all
      select a.user_id, a.role, a.created_at from public.shared_access a
      join ${table} t on t.user_id = a.user_id and t.id = ${reference} and ${only}
      where a.shared_with_user_id = (select auth.uid())
        and a.resource_type = ${sql.lit(type)} and a.resource_id = ${id}
    ) found
    order by role = 'owner' desc, since limit 1`.execute(tx)
  return rows[0] ?? null
}

/** Where to look for a thing that can lie in the trash. */
export type Where = 'kept' | 'kept or in the trash'

export const whereKept = (where: Where): RawBuilder<unknown> =>
  where === 'kept' ? sql`t.deleted_at is null` : sql`true`

/**
 * The owner of a thing.
 * @throws NOT_FOUND without access, FORBIDDEN if the access is not enough for `need`
 */
export function ownerWho(access: Access | null, need: Need): string {
  if (!access) throw codeError('NOT_FOUND')
  const { ownerId, role } = access
  if (need === 'change' && !mayChange(role)) throw codeError('FORBIDDEN')
  if (need === 'own' && role !== 'owner') throw codeError('FORBIDDEN')
  if (need === 'manage' && !mayManage(role)) throw codeError('FORBIDDEN')
  return ownerId
}
