import { sql } from 'kysely'
import {
  type ConnectionUpdate,
  type FamilyConnection,
  type FamilyTree,
  type NewConnection,
  parentKinds,
  unionKinds,
} from '#contract/family.ts'
import { type FamilyWarning, warnAboutParent } from '#contract/family-warnings.ts'
import type { Tx } from '../../db/actor.ts'
import { withoutUndefined } from '../../without-undefined.ts'
import {
  type AddressOf,
  keepDerivedLines,
  kindOf,
  lockFamily,
  presentMember,
} from '../family-members/family-members.ts'

export { exportGedcom } from './gedcom/export-gedcom.ts'
export { linesInCircles } from './gedcom/sensible-connections.ts'

const connectionColumns = [
  'id',
  'type',
  'kind',
  'from_id as fromId',
  'to_id as toId',
  'label',
  'start_date as startDate',
  'start_place as startPlace',
  'end_date as endDate',
  'is_automatic as isAutomatic',
  'version',
] as const

type ConnectionRow = Omit<FamilyConnection, 'type' | 'kind'> & { type: string; kind: string }
const present = ({ type, kind, ...row }: ConnectionRow): FamilyConnection => ({
  ...row,
  ...kindOf(type, kind),
})

/** Everybody and the lines between them, in a stable order. */
export async function readTree(tx: Tx, userId: string, addressOf: AddressOf): Promise<FamilyTree> {
  const members = await tx
    .selectFrom('family_members')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const connections = await tx
    .selectFrom('family_connections')
    .select(connectionColumns)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return {
    selfId: userId,
    people: members.map((row) => {
      const {
        bio,
        email,
        phone,
        version,
        createdAt,
        placeOfBirth,
        placeOfDeath,
        currentLocation,
        role,
        ownerName,
        ...person
      } = presentMember(row, addressOf)
      return person
    }),
    connections: connections.map(present),
  }
}

/**
 * Draws a line between two people. If there is one already, in either direction, it stays as it is, unless it is automatic and
 * the new line says more, be it only a date, or was taken away before: then the new line replaces it.
 */
export async function connect(
  tx: Tx,
  userId: string,
  line: NewConnection,
): Promise<
  { connection: FamilyConnection; isNew: boolean; warnings: FamilyWarning[] } | 'missing' | 'own ancestor'
> {
  await lockFamily(tx, userId)
  const people = await datedPeople(tx, userId, [line.fromId, line.toId])
  const [from, to] = [people.get(line.fromId), people.get(line.toId)]
  if (!from || !to) return 'missing'
  if (line.fromId === line.toId) return 'own ancestor'
  if (line.type === 'parent' && (await isAncestor(tx, userId, line.toId, line.fromId))) return 'own ancestor'

  const there = await connectionBetween(tx, userId, line.fromId, line.toId)
  if (there && !saysMore(line, there)) return { connection: there, isNew: false, warnings: [] }
  if (there) {
    await tx
      .deleteFrom('family_connections')
      .where('user_id', '=', userId)
      .where('id', '=', there.id)
      .execute()
  }
  await tx
    .insertInto('family_connections')
    .values({
      user_id: userId,
      id: line.id,
      type: line.type,
      kind: line.kind,
      from_id: line.fromId,
      to_id: line.toId,
      label: line.label,
      start_date: line.startDate,
      start_place: line.startPlace,
      end_date: line.endDate,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await keepDerivedLines(tx, userId)
  const connection = await connectionBetween(tx, userId, line.fromId, line.toId)
  if (!connection) return 'missing'
  const warnings = line.type === 'parent' ? warnAboutParent(from, to, line.kind) : []
  return { connection, isNew: true, warnings }
}

/**
 * Whether a new line says something that an automatic one does not, or stood there before it. A line that somebody drew is never
 * replaced.
 */
function saysMore(line: NewConnection, there: FamilyConnection): boolean {
  if (!there.isAutomatic) return false
  if (line.comesBack) return true
  const hasWords = [line.label, line.startDate, line.startPlace, line.endDate].some((text) => text !== '')
  // A line of type 'other' claims no descent, and never replaces one between parent and child or between partners.
  if (line.type === 'other') return there.type === 'other' && hasWords
  return hasWords || there.type !== line.type || there.kind !== line.kind
}

/** Changes what a line says, which makes an automatic line a drawn one. A kind that its type does not have is a conflict. */
export async function updateConnection(
  tx: Tx,
  userId: string,
  { id, version, kind, ...texts }: ConnectionUpdate,
): Promise<FamilyConnection | 'missing' | 'conflict'> {
  await lockFamily(tx, userId)
  const there = await connectionById(tx, userId, id)
  if (!there) return 'missing'
  if (there.version !== version || (kind && !isKindOf(there.type, kind))) return 'conflict'

  const columns = {
    kind,
    label: texts.label,
    start_date: texts.startDate,
    start_place: texts.startPlace,
    end_date: texts.endDate,
  }
  // An automatic line about which somebody says more than the labels counts as drawn.
  await tx
    .updateTable('family_connections')
    .set({ ...withoutUndefined(columns), is_automatic: false })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
  await keepDerivedLines(tx, userId)
  return (await connectionById(tx, userId, id)) ?? 'missing'
}

/** Removes a drawn line. If the labels of its two people imply a line, that automatic line comes back. */
export async function disconnect(
  tx: Tx,
  userId: string,
  id: string,
): Promise<'deleted' | 'missing' | 'automatic'> {
  await lockFamily(tx, userId)
  const there = await connectionById(tx, userId, id)
  if (!there) return 'missing'
  if (there.isAutomatic) return 'automatic'
  await tx.deleteFrom('family_connections').where('user_id', '=', userId).where('id', '=', id).execute()
  await keepDerivedLines(tx, userId)
  return 'deleted'
}

function isKindOf(type: FamilyConnection['type'], kind: string): boolean {
  if (type === 'parent') return parentKinds.some((one) => one === kind)
  return type === 'partner' ? unionKinds.some((one) => one === kind) : kind === 'unknown'
}

async function connectionById(tx: Tx, userId: string, id: string): Promise<FamilyConnection | null> {
  const row = await tx
    .selectFrom('family_connections')
    .select(connectionColumns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? present(row) : null
}

async function connectionBetween(
  tx: Tx,
  userId: string,
  one: string,
  other: string,
): Promise<FamilyConnection | null> {
  const row = await tx
    .selectFrom('family_connections')
    .select(connectionColumns)
    .where('user_id', '=', userId)
    .where(sql<string>`least(from_id, to_id)`, '=', sql<string>`least(${one}::uuid, ${other}::uuid)`)
    .where(sql<string>`greatest(from_id, to_id)`, '=', sql<string>`greatest(${one}::uuid, ${other}::uuid)`)
    .executeTakeFirst()
  return row ? present(row) : null
}

async function datedPeople(tx: Tx, userId: string, ids: string[]) {
  const rows = await tx
    .selectFrom('family_members')
    .select(['id', 'sex', 'date_of_birth as dateOfBirth', 'date_of_death as dateOfDeath'])
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Whether `id` is an ancestor of `of`, or the same person. Lines between parent and child count whatever their kind. */
async function isAncestor(tx: Tx, userId: string, id: string, of: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive above (id) as (
      select ${of}::uuid
      union
      select c.from_id from above join family_connections c
        on c.user_id = ${userId} and c.type = 'parent' and c.to_id = above.id
    )
    select exists (select from above where id = ${id}::uuid) as found`.execute(tx)
  return rows[0]?.found ?? false
}
