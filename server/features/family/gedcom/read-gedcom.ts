import { setImmediate } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import { eachInTurns } from '../../../in-turns.ts'
import { decodeGedcom } from './decode.ts'
import { GedcomError } from './gedcom-error.ts'
import type { FileConnection, FileFamily, FilePerson } from './own-family.ts'
import { PackedMedia } from './read-media.ts'
import { furtherFacts, furtherNames, readPerson, understoodOfPerson } from './read-people.ts'
import {
  type Pedigrees,
  readAssociations,
  readPedigrees,
  readUnion,
  understoodOfFamily,
} from './read-unions.ts'
import { child, childrenOf, type GedcomNode, recordsOf } from './records.ts'
import { sensibleConnections } from './sensible-connections.ts'

/**
 * More lines than a family with the most people has: two parents each, a partner, and a few that claim no descent. There has to
 * be a limit, because a small file can state so many lines that they fill the memory of the process that serves everybody.
 */
const LINES_MAX = 5 * limits.familyMembers
/** How many records are read before the process turns to other requests. */
const RECORDS_AT_ONCE = 500
/** How many kinds of unknown tags are reported by name; a file may make up any number, and more are counted as `line`. */
const KINDS_MAX = 1_000

export type NotUnderstood = { tag: string; count: number; example: string }
export type ReadGedcom = FileFamily & { version: string; encoding: string; notUnderstood: NotUnderstood[] }

/** Records that need not be reported as not understood, because they say nothing about people: the file's sender, its end. */
const silent = new Set(['HEAD', 'TRLR', 'SUBM', 'SUBN', 'NOTE', 'SNOTE'])

/**
 * Reads a file of GEDCOM 5.5.1 or 7.0. What Kinora has no place for is counted by its tag. Lines to people who are not in the
 * file, second lines between two people, lines that would make somebody their own ancestor and second records of one name are
 * left out and counted.
 * `packed` names the files that came along in a package: the first picture of a person may become their portrait, and the
 * files that people are shown with are returned as `media`. A large file is read in turns with other requests.
 * @throws GedcomError
 */
export async function readGedcom(
  bytes: Uint8Array,
  packed: ReadonlySet<string> = new Set(),
): Promise<ReadGedcom> {
  const { text, encoding, asBefore } = await decodeGedcom(bytes)
  const missed = new Missed()
  const people: GedcomNode[] = []
  const families: GedcomNode[] = []
  const notes = new Map<string, string>()
  const packedMedia = new PackedMedia(packed)
  let version = ''
  for (const record of recordsOf(text, (line) => missed.note('line', line))) {
    if (record === null) await setImmediate()
    else if (record.tag === 'HEAD') version = child(child(record, 'GEDC'), 'VERS')?.value.trim() ?? ''
    else if (record.tag === 'INDI') people.push(record)
    else if (record.tag === 'FAM') families.push(record)
    else if (record.tag === 'NOTE' || record.tag === 'SNOTE') notes.set(record.xref, record.value)
    else if (record.tag === 'OBJE' && packedMedia.keep(record)) continue
    else if (!silent.has(record.tag)) missed.note(record.tag, record.value)
    if (people.length > limits.familyMembers) throw new GedcomError('TOO_MANY_PEOPLE')
  }

  const pedigrees: Pedigrees = new Map()
  const read: FilePerson[] = []
  const connections = new Lines()
  const xrefs = new Set<string>()
  const uids = new Set<string>([''])
  const readOne = (person: GedcomNode) => {
    // Lines could mean either of two people of one name in the file.
    if (xrefs.has(person.xref)) return missed.note('second record', person.xref)
    xrefs.add(person.xref)
    const portrait = packedMedia.take(person, [person.xref])
    missed.below(person, understoodOfPerson)
    for (const name of furtherNames(person)) missed.note('INDI.NAME', name)
    for (const { tag, example } of furtherFacts(person)) missed.note(tag, example)
    readPedigrees(person, pedigrees)
    const one = readPerson(person, (xref) => notes.get(xref) ?? xref, asBefore)
    // Programs give a copied person the id of the one they copied: it tells the first of them only.
    read.push({ ...one, uid: uids.has(one.uid) ? '' : one.uid, portrait })
    uids.add(one.uid)
    connections.add(readAssociations(person))
  }
  await eachInTurns(people, readOne, RECORDS_AT_ONCE)
  const lines = new Lines()
  const readFamily = (family: GedcomNode) => {
    packedMedia.take(family, partnersOf(family))
    missed.below(family, understoodOfFamily)
    lines.add(readUnion(family, pedigrees))
  }
  await eachInTurns(families, readFamily, RECORDS_AT_ONCE)
  // Of several lines between two people the first is kept: descent and unions come first, as they say more than an association.
  const all = [...lines.read, ...connections.read]
  const { kept, left } = await sensibleConnections(all, new Set(read.map(({ xref }) => xref)))
  await eachInTurns(left, (line) => missed.note(line.reason, `${line.from} – ${line.to}`))
  return {
    version,
    encoding,
    people: read,
    connections: kept,
    media: packedMedia.list(),
    notUnderstood: missed.list(),
  }
}

const partnersOf = (family: GedcomNode): string[] =>
  [...childrenOf(family, 'HUSB'), ...childrenOf(family, 'WIFE')].map(({ value }) => value.trim())

/** Collects lines. @throws GedcomError TOO_MANY_PEOPLE for more lines than any family has */
class Lines {
  readonly read: FileConnection[] = []

  add(lines: Iterable<FileConnection>): void {
    for (const line of lines) {
      if (this.read.length === LINES_MAX) throw new GedcomError('TOO_MANY_PEOPLE')
      this.read.push(line)
    }
  }
}

class Missed {
  readonly #found = new Map<string, NotUnderstood>()

  note(tag: string, example: string): void {
    const known = this.#found.get(tag)
    if (known) known.count += 1
    else if (this.#found.size >= KINDS_MAX && tag !== 'line') this.note('line', example)
    else this.#found.set(tag, { tag, count: 1, example: example.slice(0, 80) })
  }

  /** Counts the lines below a record that are not understood; such a line and all lines below it are counted as one. */
  below(record: GedcomNode, understood: Set<string>, path = ''): void {
    for (const line of record.children) {
      const name = `${path}${line.tag}`
      if (understood.has(name)) this.below(line, understood, `${name}.`)
      else this.note(`${record.xref ? record.tag : ''}${record.xref ? '.' : ''}${name}`, line.value)
    }
  }

  list(): NotUnderstood[] {
    return [...this.#found.values()].toSorted((a, b) => b.count - a.count)
  }
}
