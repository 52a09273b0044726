import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { type FamilyMember, type newFamilyMember, relationship } from '#contract/family-members.ts'
import { asUser, type Claims } from '../../db/actor.ts'
import type { Database } from '../../db/database.ts'
import { afterCursor, createdAtText, type Page, type PageInput, toPage } from '../../db/page.ts'
import type { FamilyMembers } from '../../db/tables.generated.ts'
import { codeError } from '../../errors.ts'

/** A page of somebody's family, newest first. */
export async function listFamilyMembers(
  db: Database,
  claims: Claims,
  input: PageInput,
): Promise<Page<FamilyMember>> {
  const rows = await asUser(db, claims, (tx) =>
    tx
      .selectFrom('family_members')
      .selectAll()
      .select(createdAtText.as('ordered_at'))
      .where('user_id', '=', claims.sub)
      .where(afterCursor(input.cursor))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(input.limit + 1)
      .execute(),
  )
  return toPage(rows, input.limit, present)
}

/** Adds a person; the same id again changes nothing and answers what is there. */
export async function createFamilyMember(
  db: Database,
  claims: Claims,
  input: z.output<typeof newFamilyMember>,
): Promise<FamilyMember> {
  const row = await asUser(db, claims, async (tx) => {
    await tx
      .insertInto('family_members')
      .values({
        user_id: claims.sub,
        id: input.id,
        first_name: input.firstName,
        last_name: input.lastName,
        relationship: input.relationship,
        date_of_birth: input.dateOfBirth,
        place_of_birth: input.placeOfBirth,
        current_location: input.currentLocation,
        email: input.email,
        phone: input.phone,
        bio: input.bio,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return tx
      .selectFrom('family_members')
      .selectAll()
      .where('user_id', '=', claims.sub)
      .where('id', '=', input.id)
      .executeTakeFirstOrThrow()
  })
  return present(row)
}

/** @throws NOT_FOUND for an id that is nobody of theirs. */
export async function deleteFamilyMember(db: Database, claims: Claims, id: string): Promise<{ id: string }> {
  const deleted = await asUser(db, claims, (tx) =>
    tx
      .deleteFrom('family_members')
      .where('user_id', '=', claims.sub)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!deleted) throw codeError('NOT_FOUND')
  return deleted
}

function present(row: Selectable<FamilyMembers>): FamilyMember {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    relationship: relationship.catch('Other').parse(row.relationship),
    dateOfBirth: row.date_of_birth,
    placeOfBirth: row.place_of_birth,
    currentLocation: row.current_location,
    email: row.email,
    phone: row.phone,
    bio: row.bio,
    createdAt: row.created_at.toISOString(),
  }
}
