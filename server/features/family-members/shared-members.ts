import type { FamilyMember, FamilyMemberUpdate } from '#contract/family-members.ts'
import type { SharedMember } from '#contract/sharing.ts'
import type { Tx } from '../../db/actor.ts'
import type { Access } from '../../db/shared-access.ts'
import { codeError } from '../../errors.ts'
import { getFamilyMember } from './get-member.ts'
import { type AddressOf, memberColumns, presentMember } from './member-rows.ts'

/** A person of another family, for people whom they are shared with. `viaId` is null: the rest of the tree is not shared. */
export async function getSharedMember(
  tx: Tx,
  { ownerId, role }: Access,
  id: string,
  addressOf: AddressOf,
): Promise<FamilyMember | null> {
  const member = await getFamilyMember(tx, ownerId, id, addressOf)
  if (!member) return null
  const share = await tx
    .selectFrom('shared_access')
    .where('user_id', '=', ownerId)
    .where('member_id', '=', id)
    .select('owner_name')
    .limit(1)
    .executeTakeFirst()
  return { ...member, viaId: null, role, ownerName: share?.owner_name ?? '' }
}

/**
 * Changes the facts that are given. Only the owner may change the place of a person in the tree.
 * @throws FORBIDDEN where `relationship` or `viaId` is given
 */
export async function changeSharedMember(
  tx: Tx,
  ownerId: string,
  { id, version, ...facts }: FamilyMemberUpdate,
): Promise<'updated' | 'conflict'> {
  if (facts.relationship !== undefined || facts.viaId !== undefined) throw codeError('FORBIDDEN')
  const { numUpdatedRows } = await tx
    .updateTable('family_members')
    // Sets `user_id` to what it is, because a change without any facts is an update, too.
    .set({ ...memberColumns(facts), user_id: ownerId })
    .where('user_id', '=', ownerId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? 'updated' : 'conflict'
}

type MemberCard = Omit<SharedMember, 'shareId' | 'ownerName' | 'role' | 'sharedAt'> & { ownerId: string }

/** The people with these keys, as a list shows them. */
export async function cardsOfMembers(
  tx: Tx,
  keys: readonly { ownerId: string; id: string }[],
  addressOf: (ownerId: string) => AddressOf,
): Promise<MemberCard[]> {
  if (keys.length === 0) return []
  const rows = await tx
    .selectFrom('family_members')
    .selectAll()
    .where((where) => where.or(keys.map(({ ownerId, id }) => where.and({ user_id: ownerId, id }))))
    .execute()
  return rows.map((row) => ({ ...presentMember(row, addressOf(row.user_id)), ownerId: row.user_id }))
}
