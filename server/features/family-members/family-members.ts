import { sql } from 'kysely'
import type { FamilyMember, FamilyMemberUpdate, NewFamilyMember } from '#contract/family-members.ts'
import type { Tx } from '../../db/actor.ts'
import { afterCursor, createdAtText, type Page, type PageInput, toPage } from '../../db/page.ts'
import { keepDerivedLines, lockFamily } from './derived-lines.ts'
import { type AddressOf, type MemberRow, memberColumns, presentMember } from './member-rows.ts'
import { nameOfPerson } from './person-stories.ts'
import { renameTeller } from './rename-teller.ts'

export { keepDerivedLines, kindOf, lockFamily } from './derived-lines.ts'
export { getFamilyMember, requireMember } from './get-member.ts'
export { type AddressOf, memberColumns, presentMember } from './member-rows.ts'
export { nameOfPerson, peopleOfStories } from './person-stories.ts'
export { dropPortrait, keepPortrait } from './portrait.ts'
export { namedAs, renameTeller } from './rename-teller.ts'
export { cardsOfMembers, changeSharedMember, getSharedMember } from './shared-members.ts'

/** A page of a person's family, newest first, without that person and without people whom nobody has named. */
export async function listFamilyMembers(
  tx: Tx,
  userId: string,
  input: PageInput,
  addressOf: AddressOf,
): Promise<Page<FamilyMember>> {
  const rows = await tx
    .selectFrom('family_members')
    .selectAll()
    .select(createdAtText.as('ordered_at'))
    .where('user_id', '=', userId)
    .where('is_self', '=', false)
    .where('placeholder_key', 'is', null)
    .where(afterCursor(input.cursor))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(input.limit + 1)
    .execute()
  return toPage(rows, input.limit, (row) => presentMember(row, addressOf))
}

/** Adds a person and the lines that follow from their label; the same id again changes nothing. */
export async function createFamilyMember(tx: Tx, userId: string, input: NewFamilyMember): Promise<void> {
  await lockFamily(tx, userId)
  const { id, viaId, ...facts } = input
  const via = viaId ? await memberOrNull(tx, userId, viaId) : null
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('family_members')
    .values({
      first_name: facts.firstName,
      last_name: facts.lastName,
      ...memberColumns({ ...facts, viaId: via }),
      user_id: userId,
      id,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) await keepDerivedLines(tx, userId)
}

/**
 * Changes the facts that are given. A placeholder that gets a name keeps its lines. A new name is also given to the stories that
 * the person tells, and that of "you" to the account.
 * @returns 'conflict' where somebody else changed the person since `version` was read
 */
export async function updateFamilyMember(
  tx: Tx,
  userId: string,
  change: FamilyMemberUpdate,
): Promise<'updated' | 'conflict' | 'missing'> {
  await lockFamily(tx, userId)
  const { id, version, ...facts } = change
  const row = await tx
    .selectFrom('family_members')
    .select(['version', 'placeholder_key', 'first_name', 'last_name', 'relationship', 'via_id'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    // Somebody whom the person is shared with changes them without the lock of the family.
    .forUpdate()
    .executeTakeFirst()
  if (!row) return 'missing'
  if (row.version !== version) return 'conflict'

  // When two people make the same change, the second has no facts left to send.
  if (Object.keys(facts).length === 0) return 'updated'

  if (facts.viaId) facts.viaId = await memberOrNull(tx, userId, facts.viaId)
  const isNamed = row.placeholder_key !== null && (facts.firstName ?? facts.lastName) !== undefined
  if (isNamed) await keepLinesOf(tx, userId, id)
  await tx
    .updateTable('family_members')
    .set({ ...memberColumns(facts), ...(isNamed ? { placeholder_key: null } : {}) })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
  const fullName = nameOfPerson(facts.firstName ?? row.first_name, facts.lastName ?? row.last_name)
  if (id === userId && fullName !== '') {
    await tx.updateTable('profiles').set({ full_name: fullName }).where('id', '=', userId).execute()
  }
  await renameTeller(tx, userId, id, { firstName: row.first_name, lastName: row.last_name })
  if (isPlacedAnew(row, facts)) await dropWordlessLine(tx, userId, id)
  await keepDerivedLines(tx, userId)
  return 'updated'
}

/** Whether a change says something else of how a person belongs to the family; from `Other` no line could follow. */
function isPlacedAnew(row: Pick<MemberRow, 'relationship' | 'via_id'>, facts: Partial<FamilyMemberUpdate>) {
  const { relationship = row.relationship, viaId = row.via_id } = facts
  return relationship !== 'Other' && (relationship !== row.relationship || viaId !== row.via_id)
}

/** Deletes the drawn line that says nothing of a person but that they stand beside "you": it would keep them from their place. */
async function dropWordlessLine(tx: Tx, userId: string, id: string): Promise<void> {
  await tx
    .deleteFrom('family_connections')
    .where('user_id', '=', userId)
    .where('type', '=', 'other')
    .where('from_id', '=', userId)
    .where('to_id', '=', id)
    .where(sql<string>`concat(label, start_date, start_place, end_date)`, '=', '')
    .execute()
}

/**
 * Removes a person; their lines go with them. Whoever belonged to the family through them hangs on somebody unknown in their place,
 * or, where others might be taken for that person, stays beside "you": by a line that claims no descent and counts as drawn, so that
 * nobody is moved to the other side of the family.
 *
 * @returns 'self' for the account's own person, who stays
 */
export async function deleteFamilyMember(
  tx: Tx,
  userId: string,
  id: string,
): Promise<'deleted' | 'missing' | 'self'> {
  if (id === userId) return 'self'
  await lockFamily(tx, userId)
  const kin = await peopleThrough(tx, userId, id)
  const deleted = await tx
    .deleteFrom('family_members')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) return 'missing'
  await keepDerivedLines(tx, userId, new Map(kin.map((one) => [one, id])))
  if (kin.length > 0) await keepBesideSelf(tx, userId, kin)
  return 'deleted'
}

/** The ids of the people who belong to the family through this one. */
async function peopleThrough(tx: Tx, userId: string, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('family_members')
    .select('id')
    .where('user_id', '=', userId)
    .where('via_id', '=', id)
    .execute()
  return rows.map((row) => row.id)
}

async function keepBesideSelf(tx: Tx, userId: string, ids: string[]): Promise<void> {
  await tx
    .updateTable('family_connections')
    .set({ is_automatic: false })
    .where('user_id', '=', userId)
    .where('type', '=', 'other')
    .where('from_id', '=', userId)
    .where('to_id', 'in', ids)
    .execute()
}

async function memberOrNull(tx: Tx, userId: string, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('family_members')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Makes the automatic lines of a placeholder drawn ones, because a person with a name now stands for them. */
async function keepLinesOf(tx: Tx, userId: string, id: string): Promise<void> {
  await tx
    .updateTable('family_connections')
    .set({ is_automatic: false })
    .where('user_id', '=', userId)
    .where((where) => where.or([where('from_id', '=', id), where('to_id', '=', id)]))
    .execute()
}
