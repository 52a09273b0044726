import type { FamilyMember } from '#contract/family-members.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { type AddressOf, presentMember } from './member-rows.ts'

/** A person of the family; null for an id that is nobody of it. */
export async function getFamilyMember(
  tx: Tx,
  userId: string,
  id: string,
  addressOf: AddressOf,
): Promise<FamilyMember | null> {
  const row = await tx
    .selectFrom('family_members')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? presentMember(row, addressOf) : null
}

/**
 * Makes sure that a person is of this family. With `lock` 'write' it locks their row, for writing something of theirs that may
 * not have a row of its own yet.
 * @throws NOT_FOUND for an id that is nobody of this family
 */
export async function requireMember(
  tx: Tx,
  userId: string,
  id: string,
  lock: 'read' | 'write' = 'read',
): Promise<void> {
  const member = await tx
    .selectFrom('family_members')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .select('id')
    .$if(lock === 'write', (q) => q.forUpdate())
    .executeTakeFirst()
  if (!member) throw codeError('NOT_FOUND')
}
