import { v7 as uuidv7 } from 'uuid'
import type { GedcomReport } from '#contract/family.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '../../../db/actor.ts'
import { codeError } from '../../../errors.ts'
import { mapInTurns } from '../../../in-turns.ts'
import {
  keepDerivedLines,
  lockFamily,
  memberColumns,
  nameOfPerson,
} from '../../family-members/family-members.ts'
import { warningsOf } from './import-warnings.ts'
import { type Matched, matchPeople, sourceKey, type You } from './match-people.ts'
import type { FilePerson } from './own-family.ts'
import type { ReadGedcom } from './read-gedcom.ts'
import { type Descent, linesInCircles } from './sensible-connections.ts'

const BATCH = 1_000

export type GedcomImport = { isApplied: boolean; read: ReadGedcom; sha256: string; you: You }

/**
 * Imports a file, all of it or nothing; with `isApplied` false it only reports what an import would bring. People whom an
 * earlier import brought stay as they are; facts about "you" that were not known are filled in.
 * @returns the report, and the id of each person of the file by xref
 * @throws LIMIT_REACHED; CONFLICT for a "you" who was imported as somebody else
 */
export async function importGedcom(
  tx: Tx,
  userId: string,
  { isApplied, read, sha256, you }: GedcomImport,
): Promise<{ report: GedcomReport; ids: ReadonlyMap<string, string> }> {
  await lockFamily(tx, userId)
  const matched = await matchPeople(tx, userId, read.people, you)
  const isToldOfYou = read.people.some(({ xref, isSelf }) => isSelf && xref === matched.self)
  const fresh = read.people
    .filter(({ xref }) => matched.fresh.has(xref))
    .map((person) => (isToldOfYou ? person : withoutLabel(person)))
  if (isApplied) {
    const count = await countPeople(tx, userId)
    if (count + fresh.length > limits.familyMembers) throw codeError('LIMIT_REACHED')
    await insertPeople(tx, userId, fresh, matched.of)
    const self = read.people.find(({ xref }) => xref === matched.self)
    if (self) await rememberSelf(tx, userId, self)
    await insertLines(tx, userId, read, matched.of)
    await keepDerivedLines(tx, userId)
  }
  const report = {
    sha256,
    version: read.version,
    encoding: read.encoding,
    people: read.people.length,
    connections: read.connections.length,
    alreadyHere: read.people.length - fresh.length,
    candidates: isApplied ? [] : candidatesOf(read.people, matched),
    selfXref: matched.self ?? (isApplied ? null : await namesake(tx, userId, read.people, matched)),
    portraits: read.people.filter(({ portrait }) => portrait !== '').length,
    files: 0,
    filesHere: 0,
    leftOut: [],
    notUnderstood: read.notUnderstood.slice(0, 100),
    warnings: await warningsOf(read, matched.of),
    isImported: isApplied,
  }
  return { report, ids: matched.of }
}

/**
 * Removes a person's label: it says what they are to the file's own "you", and would be wrong for anybody else. The lines still
 * say how people belong together.
 */
const withoutLabel = (person: FilePerson): FilePerson => ({ ...person, relationship: 'Other', via: '' })

/** The people of the file who could be "you": everybody who is not here as somebody else. */
function candidatesOf(people: FilePerson[], { others }: Matched): GedcomReport['candidates'] {
  return people
    .filter(({ xref }) => !others.has(xref))
    .map((person) => ({
      xref: person.xref,
      name: nameOfPerson(person.firstName, person.lastName),
      born: person.dateOfBirth,
    }))
}

/** The only person of the file with the account's full name, or null. Only offered in the preview, never taken for granted. */
async function namesake(
  tx: Tx,
  userId: string,
  people: FilePerson[],
  { others }: Matched,
): Promise<string | null> {
  const own = await tx
    .selectFrom('family_members')
    .select(['first_name', 'last_name'])
    .where('user_id', '=', userId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const name = plain(own.first_name, own.last_name)
  const [only, ...more] = people.filter(
    (person) => !others.has(person.xref) && plain(person.firstName, person.lastName) === name,
  )
  return only && more.length === 0 && name.includes(' ') ? only.xref : null
}

const plain = (firstName: string, lastName: string) => `${firstName} ${lastName}`.trim().toLowerCase()

/** Stores the source key of "you" in the file, so that a later import knows you again, and fills in facts not known yet. */
async function rememberSelf(tx: Tx, userId: string, person: FilePerson): Promise<void> {
  const own = await tx
    .selectFrom('family_members')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const offered = memberColumns({
    sex: person.sex,
    birthName: person.birthName,
    dateOfBirth: own.date_of_birth === '' ? person.dateOfBirth : undefined,
    placeOfBirth: person.placeOfBirth,
    currentLocation: person.currentLocation,
    bio: person.bio,
  })
  const blank = (column: string) => ['', 'unknown', null].some((none) => none === Reflect.get(own, column))
  const filled = Object.fromEntries(Object.entries(offered).filter(([column]) => blank(column)))
  await tx
    .updateTable('family_members')
    .set({ ...filled, own_source_keys: [...new Set([...own.own_source_keys, sourceKey(person)])] })
    .where('user_id', '=', userId)
    .where('id', '=', userId)
    .execute()
}

async function countPeople(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('family_members')
    .where('user_id', '=', userId)
    .select((family) => family.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function insertPeople(tx: Tx, userId: string, people: FilePerson[], ids: Map<string, string>) {
  const rows = await mapInTurns(people, (person) => {
    const { xref, uid, via, isSelf, isPlaceholder, portrait, ...facts } = person
    const isUnnamed = isPlaceholder || (facts.firstName === '' && facts.lastName === '')
    return {
      first_name: facts.firstName,
      last_name: facts.lastName,
      ...memberColumns(facts),
      user_id: userId,
      id: ids.get(xref),
      source_key: sourceKey(person),
      placeholder_key: isUnnamed ? `imported:${ids.get(xref)}` : null,
    }
  })
  for (let from = 0; from < rows.length; from += BATCH) {
    await tx
      .insertInto('family_members')
      .values(rows.slice(from, from + BATCH))
      .execute()
  }
  // `via_id` may name any person of the file, so it is set only after all of them have been inserted.
  for (const { xref, via } of people) {
    const viaId = ids.get(via)
    if (!viaId) continue
    await tx
      .updateTable('family_members')
      .set({ via_id: viaId })
      .where('user_id', '=', userId)
      .where('id', '=', ids.get(xref) ?? '')
      .execute()
  }
}

/** Inserts the file's lines, without those that with the existing lines would make somebody their own ancestor. */
async function insertLines(tx: Tx, userId: string, { connections }: ReadGedcom, ids: Map<string, string>) {
  const there = await tx
    .selectFrom('family_connections')
    .select(['type', 'from_id as from', 'to_id as to'])
    .where('user_id', '=', userId)
    .execute()
  const wanted = await mapInTurns(connections, (line) => ({
    ...line,
    from: ids.get(line.from) ?? '',
    to: ids.get(line.to) ?? '',
  }))
  const circular = await linesInCircles<Descent>(wanted, there)
  const coming = wanted.filter((line) => !circular.has(line) && line.from !== line.to)
  for (let from = 0; from < coming.length; from += BATCH) {
    const rows = coming.slice(from, from + BATCH).map((line) => ({
      user_id: userId,
      id: uuidv7(),
      type: line.type,
      kind: line.kind,
      from_id: line.from,
      to_id: line.to,
      label: line.label,
      start_date: line.startDate,
      start_place: line.startPlace,
      end_date: line.endDate,
    }))
    await tx
      .insertInto('family_connections')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
