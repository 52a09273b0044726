import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../../db/actor.ts'
import { codeError } from '../../../errors.ts'
import { eachInTurns } from '../../../in-turns.ts'
import { sha256Of } from '../../../sha256.ts'
import type { FilePerson, KeyFacts } from './own-family.ts'

/** Which person of the file "you" are: by xref, nobody of them, or not said. */
export type You = { xref: string } | 'nobody' | 'not said'

export type Matched = {
  /** By xref: the id each person has or will have. */
  of: Map<string, string>
  /** The xrefs of people whom nobody has imported yet. */
  fresh: Set<string>
  /** The xref of "you"; null where nobody of the file is. */
  self: string | null
  /** The xrefs of people who are here as somebody else than "you". */
  others: Set<string>
}

/**
 * Finds out which people of a file are here already: by the id that the file's program gave them, or else by name, birth and
 * xref. If `you` is not said, "you" is the person whom the file marks as that, or whom an earlier import took for you.
 * @throws CONFLICT for a "you" who was imported as somebody else
 */
export async function matchPeople(tx: Tx, userId: string, people: FilePerson[], you: You): Promise<Matched> {
  const imported = await tx
    .selectFrom('family_members')
    .select(['id', 'source_key', 'own_source_keys'])
    .where('user_id', '=', userId)
    .execute()
  const ids = new Set(imported.map(({ id }) => id))
  const byKey = new Map(imported.flatMap(({ id, source_key }) => (source_key ? [[source_key, id]] : [])))
  const ownKeys = new Set(imported.find(({ id }) => id === userId)?.own_source_keys)

  // A file that another account exported marks that account's person as `isSelf`, so our own id counts before the mark.
  const byId = people.find(({ uid }) => uid === userId)

  const matched: Matched = { of: new Map(), fresh: new Set(), self: null, others: new Set() }
  await eachInTurns(people, (person) => {
    const { xref } = person
    const keys = person.keyBefore ? [sourceKey(person), keyOf(person.keyBefore)] : [sourceKey(person)]
    const known = keys.map((key) => byKey.get(key)).find((id) => id !== undefined)
    const there = known ?? (ids.has(person.uid) && person.uid !== userId ? person.uid : undefined)
    if (there !== undefined) matched.others.add(xref)
    const isChosen = typeof you === 'object' && you.xref === xref
    if (isChosen && there !== undefined) throw codeError('CONFLICT')
    const isMeant = byId ? person === byId : person.isSelf || keys.some((key) => ownKeys.has(key))
    const isTakenForSelf = you === 'not said' && there === undefined && isMeant
    const isSelf = matched.self === null && (isChosen || isTakenForSelf)
    if (isSelf) matched.self = xref
    else if (there === undefined) matched.fresh.add(xref)
    matched.of.set(xref, isSelf ? userId : (there ?? uuidv7()))
  })
  return matched
}

const uidMark = 'uid '

/**
 * A person's permanent id for a file: the one from the file that brought them, so that the program it came from knows them
 * again, or else the id that they have here.
 */
export const uidOf = ({ id, source_key: key }: { id: string; source_key: string | null }): string =>
  key?.startsWith(uidMark) ? key.slice(uidMark.length) : id

/** The key by which a later import knows a person of a file again. */
export function sourceKey(person: FilePerson): string {
  const { uid, xref, nameInKey = person, dateInKey = person.dateOfBirth } = person
  if (uid !== '') return `${uidMark}${uid}`
  const { firstName, lastName } = nameInKey
  return keyOf({ xref, firstName, lastName, dateOfBirth: dateInKey })
}

const keyOf = ({ xref, firstName, lastName, dateOfBirth }: KeyFacts) =>
  `sha256 ${sha256Of(JSON.stringify([xref, firstName, lastName, dateOfBirth]))}`
