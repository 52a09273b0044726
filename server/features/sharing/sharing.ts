import { sql } from 'kysely'
import { mayManage, type SharedRole, sharedRoles } from '#contract/rights.ts'
import { type SharedPerson, type Sharing, sharedPerson, sharing } from '#contract/sharing.ts'
import type { Tx } from '../../db/actor.ts'
import { exactInstant } from '../../db/page.ts'
import { codeError } from '../../errors.ts'
import { invitationColumns, takeBackLetters } from './invitations.ts'
import { type Named, namedResource, type Resource, seenResource } from './resource.ts'

const personColumns = [
  'id',
  'person_name as name',
  'person_email as email',
  'role',
  'shared_with_user_id',
  exactInstant('created_at').as('createdAt'),
] as const

const accessTo = (tx: Tx, { ownerId, type, id }: Resource) =>
  tx
    .selectFrom('shared_access')
    .where('user_id', '=', ownerId)
    .where('resource_type', '=', type)
    .where('resource_id', '=', id)

/** The people and open invitations of a thing. @throws NOT_FOUND */
export async function getSharing(tx: Tx, resource: Resource): Promise<Sharing> {
  const { title } = await namedResource(tx, resource)
  const people = await accessTo(tx, resource)
    .orderBy('created_at')
    .orderBy('id')
    .select([...personColumns, 'owner_name'])
    .execute()
  const invitations = await tx
    .selectFrom('invitations')
    .where('user_id', '=', resource.ownerId)
    .where('resource_type', '=', resource.type)
    .where('resource_id', '=', resource.id)
    .where('accepted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .select(invitationColumns)
    .execute()
  return sharing.parse({
    title,
    ownerName: people[0]?.owner_name ?? '',
    role: resource.role,
    people: people.map((row) => ({ ...row, isYou: row.shared_with_user_id === resource.userId })),
    invitations,
  })
}

/** The id of the account with this address, or null. */
export async function accountWithEmail(tx: Tx, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select app.account_with_email(${email}) as id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Gives a person access. @throws ALREADY_SHARED; SHARING_LIMIT_REACHED from the database */
export async function giveAccess(
  tx: Tx,
  resource: Resource,
  personId: string,
  role: SharedRole,
): Promise<SharedPerson> {
  if (personId === resource.ownerId) throw codeError('ALREADY_SHARED')
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('shared_access')
    .values({
      user_id: resource.ownerId,
      resource_type: resource.type,
      resource_id: resource.id,
      shared_with_user_id: personId,
      shared_by_user_id: resource.userId,
      role,
    })
    .onConflict((conflict) => conflict.constraint('shared_once').doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) throw codeError('ALREADY_SHARED')
  return person(tx, resource, ['shared_with_user_id', personId])
}

/**
 * Changes a person's role. Lowering it takes back the letters to the person's address that they have not opened and that give more.
 * @throws NOT_FOUND
 */
export async function changeRole(
  tx: Tx,
  resource: Resource,
  id: string,
  role: SharedRole,
): Promise<SharedPerson> {
  const before = await accessTo(tx, resource)
    .where('id', '=', id)
    .select(['role', 'person_email as email'])
    .executeTakeFirst()
  if (!before) throw codeError('NOT_FOUND')

  const wider = sharedRoles.slice(sharedRoles.indexOf(role) + 1)
  const isLowered = wider.some((each) => each === before.role)
  if (isLowered) await takeBackLetters(tx, resource, before.email, wider)
  await tx
    .updateTable('shared_access')
    .set({ role })
    .where('user_id', '=', resource.ownerId)
    .where('resource_type', '=', resource.type)
    .where('resource_id', '=', resource.id)
    .where('id', '=', id)
    .execute()
  return person(tx, resource, ['id', id])
}

/**
 * Takes access away, and with it the letters to the person's address that they have not opened: by those they would come back.
 * Everybody may give up their own. @throws NOT_FOUND, FORBIDDEN
 */
export async function takeAccess(
  tx: Tx,
  userId: string,
  { id, ...named }: Named & { id: string },
): Promise<void> {
  const resource = await seenResource(tx, userId, named)
  const row = await accessTo(tx, resource)
    .where('id', '=', id)
    .select(['shared_with_user_id', 'person_email as email'])
    .executeTakeFirst()
  const isOwn = row?.shared_with_user_id === userId
  if (!isOwn && !mayManage(resource.role)) throw codeError('FORBIDDEN')
  if (!row) throw codeError('NOT_FOUND')

  if (!isOwn) await takeBackLetters(tx, resource, row.email, sharedRoles)
  await tx.deleteFrom('shared_access').where('user_id', '=', resource.ownerId).where('id', '=', id).execute()
}

async function person(
  tx: Tx,
  resource: Resource,
  [column, value]: ['id' | 'shared_with_user_id', string],
): Promise<SharedPerson> {
  const row = await accessTo(tx, resource).where(column, '=', value).select(personColumns).executeTakeFirst()
  if (!row) throw codeError('NOT_FOUND')
  return sharedPerson.parse({ ...row, isYou: row.shared_with_user_id === resource.userId })
}
