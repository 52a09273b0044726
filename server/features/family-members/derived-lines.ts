import { type SqlBool, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type ConnectionKind, connectionKind } from '#contract/family.ts'
import {
  type Derived,
  type DerivedLine,
  LabelledFamily,
  type LabelledPerson,
} from '#contract/family-derive.ts'
import { relationship } from '#contract/family-members.ts'
import type { Tx } from '../../db/actor.ts'
import { eachInTurns, mapInTurns } from '../../in-turns.ts'

/** How many rows one statement inserts or deletes: PostgreSQL takes no more than 65,535 values with a statement. */
const BATCH = 5_000

/** Serialises changes of a family until the transaction ends, so that lines are derived from its latest state. */
export async function lockFamily(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`family ${userId}`}, 0))`.execute(tx)
}

/**
 * Brings the automatic lines up to date with the labels and the drawn lines, by difference: a line that stays keeps its id. Call
 * it at the end of every transaction that changed a label or a line, after `lockFamily`.
 *
 * @param lostVias by person, the id of a deleted one through whom they belonged to the family
 */
export async function keepDerivedLines(
  tx: Tx,
  userId: string,
  lostVias: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const people = await tx
    .selectFrom('family_members')
    .select(['id', 'relationship', 'via_id', 'placeholder_key'])
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([where('relationship', '<>', 'Other'), where('placeholder_key', 'is not', null)]),
    )
    .execute()
  const lines = await readLines(tx, userId)
  const known = new Map(people.flatMap(({ id, placeholder_key: key }) => (key ? [[key, id]] : [])))
  // The derivation knows placeholders by their keys, also where somebody drew a line to them.
  const keys = new Map([...known].map(([key, id]) => [id, key]))
  const keyOf = (id: string) => keys.get(id) ?? id
  const labelled = people
    .filter((person) => person.placeholder_key === null)
    .map((person) => ({
      id: person.id,
      relationship: relationship.catch('Other').parse(person.relationship),
      viaId: person.via_id ? keyOf(person.via_id) : (lostVias.get(person.id) ?? null),
    }))
  const drawn = lines.filter((line) => !line.isAutomatic)
  const drawnByKeys = await mapInTurns(drawn, (line) => ({
    ...line,
    fromId: keyOf(line.fromId),
    toId: keyOf(line.toId),
  }))
  const derived = await deriveInTurns(userId, labelled, drawnByKeys)

  const ids = await keepPlaceholders(tx, userId, derived, known)
  const idOf = (id: string) => ids.get(id) ?? known.get(id) ?? id
  const wanted = derived.lines.map((line) => ({ ...line, fromId: idOf(line.fromId), toId: idOf(line.toId) }))
  await replaceAutomatic(
    tx,
    userId,
    lines.filter((line) => line.isAutomatic),
    wanted,
  )
  await dropPlaceholders(
    tx,
    userId,
    new Set(ids.values()),
    new Set(drawn.flatMap((line) => [line.fromId, line.toId])),
  )
}

/** What follows from the labels. Looks at all drawn lines, in turns: an imported tree may have hundreds of thousands. */
export async function deriveInTurns(
  selfId: string,
  people: LabelledPerson[],
  drawn: DerivedLine[],
): Promise<Derived> {
  const family = new LabelledFamily(selfId, people)
  await eachInTurns(drawn, (line) => family.draw(line))
  return family.derive()
}

type Line = DerivedLine & { id: string; isAutomatic: boolean }

/** In a stable order: the first known parent is the one that an unknown sibling is the child of. */
async function readLines(tx: Tx, userId: string): Promise<Line[]> {
  const rows = await tx
    .selectFrom('family_connections')
    .select(['id', 'type', 'kind', 'from_id as fromId', 'to_id as toId', 'is_automatic as isAutomatic'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return mapInTurns(rows, ({ type, kind, ...row }) => ({ ...row, ...kindOf(type, kind) }))
}

/** The type and kind of a row as the contract has them: a check of the database keeps kinds out that do not fit their type. */
export function kindOf(type: string, kind: string): ConnectionKind {
  return connectionKind.parse({ type, kind })
}

async function keepPlaceholders(
  tx: Tx,
  userId: string,
  { placeholders }: Derived,
  known: Map<string, string>,
): Promise<Map<string, string>> {
  const ids = new Map(placeholders.map((key) => [key as string, known.get(key) ?? uuidv7()]))
  const missing = placeholders.filter((key) => !known.has(key))
  for (const some of inBatches(missing)) {
    await tx
      .insertInto('family_members')
      .values(
        some.map((key) => ({
          user_id: userId,
          id: ids.get(key),
          first_name: '',
          last_name: '',
          placeholder_key: key,
        })),
      )
      .execute()
  }
  return ids
}

async function replaceAutomatic(tx: Tx, userId: string, there: Line[], wanted: DerivedLine[]): Promise<void> {
  const keyOf = (line: DerivedLine) => `${line.type} ${line.kind} ${line.fromId} ${line.toId}`
  const wantedKeys = new Set(wanted.map(keyOf))
  const thereKeys = new Set(there.map(keyOf))
  const gone = there.filter((line) => !wantedKeys.has(keyOf(line))).map((line) => line.id)
  for (const some of inBatches(gone)) {
    await tx.deleteFrom('family_connections').where('user_id', '=', userId).where('id', 'in', some).execute()
  }
  const missing = wanted.filter((line) => !thereKeys.has(keyOf(line)))
  for (const some of inBatches(missing)) {
    await tx
      .insertInto('family_connections')
      .values(
        some.map(({ type, kind, fromId, toId }) => ({
          user_id: userId,
          id: uuidv7(),
          type,
          kind,
          from_id: fromId,
          to_id: toId,
          is_automatic: true,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/**
 * Deletes placeholders that no automatic line needs any more. One that somebody drew a line to stays, and so does one of whom
 * something is known or whom a file brought: a person says when they go.
 */
async function dropPlaceholders(
  tx: Tx,
  userId: string,
  needed: Set<string>,
  drawnTo: Set<string>,
): Promise<void> {
  const rows = await tx
    .selectFrom('family_members')
    .select('id')
    .where('user_id', '=', userId)
    .where('placeholder_key', 'like', 'unknown:%')
    .where(isNothingKnown)
    .execute()
  const gone = rows.map((row) => row.id).filter((id) => !needed.has(id) && !drawnTo.has(id))
  for (const some of inBatches(gone)) {
    await tx.deleteFrom('family_members').where('user_id', '=', userId).where('id', 'in', some).execute()
  }
}

const isNothingKnown = sql<SqlBool>`portrait_media_id is null and sex = 'unknown' and not is_deceased
  and '' = concat(birth_name, date_of_birth, place_of_birth, date_of_death, place_of_death, current_location, email, phone, bio)`

function* inBatches<Item>(items: Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += BATCH) yield items.slice(from, from + BATCH)
}
