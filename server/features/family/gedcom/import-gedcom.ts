import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { GedcomReport } from '#contract/family.ts'
import { type FamilyWarning, warnAboutParent } from '#contract/family-warnings.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '../../../db/actor.ts'
import { codeError } from '../../../errors.ts'
import { keepDerivedLines, lockFamily, memberColumns } from '../../family-members/family-members.ts'
import type { FilePerson } from './own-family.ts'
import { type ReadGedcom, readGedcom } from './read-gedcom.ts'
import { linesInCircles } from './sensible-connections.ts'

const BATCH = 1_000
const NAMES_SHOWN = 12
const WARNINGS_SHOWN = 50

export type GedcomImport = { isApplied: boolean; bytes: Uint8Array; selfXref: string | null }

/**
 * What a file would bring (`isApplied` false), or brings, all of it or nothing. People whom an earlier import brought are
 * known again by the id their program gave them, else by name, birth and number in the file; they stay as they are.
 * @throws GedcomError, LIMIT_REACHED
 */
export async function importGedcom(
  tx: Tx,
  userId: string,
  { isApplied, bytes, selfXref }: GedcomImport,
): Promise<GedcomReport> {
  const read = readGedcom(bytes)
  await lockFamily(tx, userId)
  const ids = await matchPeople(tx, userId, read.people, selfXref)
  const fresh = read.people.filter(({ xref }) => ids.fresh.has(xref))
  if (isApplied) {
    const count = await countPeople(tx, userId)
    if (count + fresh.length > limits.familyMembers) throw codeError('LIMIT_REACHED')
    await insertPeople(tx, userId, fresh, ids.of)
    await insertLines(tx, userId, read, ids.of)
    await keepDerivedLines(tx, userId)
  }
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    version: read.version,
    encoding: read.encoding,
    people: read.people.length,
    connections: read.connections.length,
    alreadyHere: read.people.length - fresh.length,
    firstNames: fresh
      .map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim())
      .filter(Boolean)
      .slice(0, NAMES_SHOWN),
    notUnderstood: read.notUnderstood.slice(0, 100),
    warnings: warningsOf(read, ids.of),
    isImported: isApplied,
  }
}

/** By xref: the id each person has or will have, and who of them is new. */
type Matched = { of: Map<string, string>; fresh: Set<string> }

async function matchPeople(
  tx: Tx,
  userId: string,
  people: FilePerson[],
  selfXref: string | null,
): Promise<Matched> {
  const known = await tx
    .selectFrom('family_members')
    .select(['id', 'source_key'])
    .where('user_id', '=', userId)
    .execute()
  const ids = new Set(known.map(({ id }) => id))
  const byKey = new Map(known.flatMap(({ id, source_key }) => (source_key ? [[source_key, id]] : [])))
  const of = new Map<string, string>()
  const fresh = new Set<string>()
  for (const person of people) {
    const isSelf = selfXref === null ? person.isSelf : person.xref === selfXref
    const there = byKey.get(sourceKey(person)) ?? (ids.has(person.uid) ? person.uid : undefined)
    const id = isSelf ? userId : (there ?? uuidv7())
    of.set(person.xref, id)
    if (!isSelf && there === undefined) fresh.add(person.xref)
  }
  return { of, fresh }
}

function sourceKey({ uid, xref, firstName, lastName, dateOfBirth }: FilePerson): string {
  if (uid !== '') return `uid ${uid}`
  const said = JSON.stringify([xref, firstName, lastName, dateOfBirth])
  return `sha256 ${createHash('sha256').update(said).digest('hex')}`
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
  const rows = people.map((person) => {
    const { xref, uid, via, isSelf, isPlaceholder, ...facts } = person
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
  // Only now is everybody there whom somebody may belong to the family through.
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

/** Lines that would make somebody their own ancestor together with those that are here are left out. */
async function insertLines(tx: Tx, userId: string, { connections }: ReadGedcom, ids: Map<string, string>) {
  const there = await tx
    .selectFrom('family_connections')
    .select(['type', 'from_id as from', 'to_id as to'])
    .where('user_id', '=', userId)
    .execute()
  const wanted = connections.map((line) => ({
    ...line,
    from: ids.get(line.from) ?? '',
    to: ids.get(line.to) ?? '',
  }))
  const circular = linesInCircles([...there, ...wanted])
  const rows = wanted
    .filter((line) => !circular.has(line) && line.from !== line.to)
    .map((line) => ({
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
  for (let from = 0; from < rows.length; from += BATCH) {
    await tx
      .insertInto('family_connections')
      .values(rows.slice(from, from + BATCH))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

function warningsOf({ people, connections }: ReadGedcom, ids: Map<string, string>): FamilyWarning[] {
  const byXref = new Map(people.map((person) => [person.xref, { ...person, id: ids.get(person.xref) ?? '' }]))
  const found: FamilyWarning[] = []
  for (const { type, kind, from, to } of connections) {
    const [parent, child] = [byXref.get(from), byXref.get(to)]
    if (type !== 'parent' || !parent || !child) continue
    found.push(...warnAboutParent(parent, child, kind))
    if (found.length >= WARNINGS_SHOWN) break
  }
  return found
}
