import { setImmediate } from 'node:timers/promises'
import type { ParentKind } from '#contract/family.ts'
import type { Sex } from '#contract/family-members.ts'
import { eachInTurns } from '../../../in-turns.ts'
import { dateLine } from './dates.ts'
import {
  type FileConnection,
  type FileFamily,
  type FileMedia,
  type FilePerson,
  type GedcomVersion,
  ownTags,
} from './own-family.ts'
import type { GedcomNode } from './records.ts'
import { type Line, line, unless, writeRecords } from './write-lines.ts'
import { mediaRecords, mediaXref } from './write-media.ts'

const sexes: Record<Sex, string> = { female: 'F', male: 'M', other: 'X', unknown: 'U' }

/** How many records are written before the process turns to other requests. */
const RECORDS_AT_ONCE = 500

/** A family as a file of the given version. */
export async function writeGedcom(family: FileFamily, version: GedcomVersion): Promise<string> {
  const pieces: string[] = []
  for await (const piece of piecesOfGedcom(family, version)) pieces.push(piece)
  return pieces.join('')
}

/**
 * The same file, a record at a time, so that a large family is never a single text in memory, and in turns with other requests.
 */
export async function* piecesOfGedcom(family: FileFamily, version: GedcomVersion): AsyncGenerator<string> {
  const families = await familiesOf(family.connections)
  const packed = version === '7.0' ? family.media : []
  const index = await indexOf(family, families, packed)
  const records = recordsOfFamily(family.people, families, index, packed, version)
  let written = 0
  for (const piece of writeRecords(records, version)) {
    if (written % RECORDS_AT_ONCE === 0) await setImmediate()
    written += 1
    yield piece
  }
}

function* recordsOfFamily(
  people: FilePerson[],
  families: Union[],
  index: Index,
  packed: FileMedia[],
  version: GedcomVersion,
): Generator<GedcomNode> {
  yield headOf(version)
  for (const person of people) yield personRecord(person, index, version)
  for (const family of families) yield familyRecord(family, index, version)
  if (version === '7.0') {
    for (const person of people) if (person.portrait !== '') yield pictureRecord(person)
  }
  yield* mediaRecords(packed)
  yield line('TRLR')
}

const pictureXref = (person: string) => person.replace('@I', '@O')

/** The record of a portrait that lies beside the file in a package. Only GEDCOM 7 (GEDZIP) has a place for pictures. */
const pictureRecord = ({ xref, portrait }: FilePerson): GedcomNode => ({
  ...line('OBJE', '', [line('FILE', encodeURI(portrait), [line('FORM', 'image/jpeg')])]),
  xref: pictureXref(xref),
})

function headOf(version: GedcomVersion): GedcomNode {
  const schema = Object.values(ownTags).map((tag) =>
    line('TAG', `${tag} https://kinora.example/gedcom/${tag}`),
  )
  const form = version === '7.0' ? null : line('FORM', 'LINEAGE-LINKED')
  return line('HEAD', '', [
    line('GEDC', '', [line('VERS', version), form]),
    version === '7.0' ? line('SCHMA', '', schema) : line('CHAR', 'UTF-8'),
    line('SOUR', 'KINORA', [line('NAME', 'Kinora')]),
    version === '7.0' ? null : line('SUBM', '@U1@'),
  ])
}

type Union = {
  xref: string
  partners: string[]
  union: FileConnection | null
  children: { id: string; kind: ParentKind }[]
}

type Index = {
  sexes: Map<string, Sex>
  /** By person: the families they are a partner or a child in. */
  families: Map<string, Set<Union>>
  associations: Map<string, FileConnection[]>
  /** By person: the records of their photos and documents. */
  media: Map<string, string[]>
}

async function indexOf(
  { people, connections }: FileFamily,
  families: Union[],
  media: FileMedia[],
): Promise<Index> {
  const index: Index = {
    sexes: new Map(people.map(({ xref, sex }) => [xref, sex])),
    families: new Map(people.map(({ xref }) => [xref, new Set()])),
    associations: new Map(people.map(({ xref }) => [xref, []])),
    media: new Map(people.map(({ xref }) => [xref, []])),
  }
  for (const [place, { people: shown }] of media.entries()) {
    for (const id of shown) index.media.get(id)?.push(mediaXref(place))
  }
  await eachInTurns(families, (family) => {
    for (const id of family.partners) index.families.get(id)?.add(family)
    for (const { id } of family.children) index.families.get(id)?.add(family)
  })
  await eachInTurns(connections, (connection) => {
    if (connection.type === 'other') index.associations.get(connection.from)?.push(connection)
  })
  return index
}

/** One FAM for each couple, and one for each parent who has a child alone, or in another way (adoptive, say) than the other. */
async function familiesOf(connections: FileConnection[]): Promise<Union[]> {
  const found = new Map<string, Union>()
  const familyOf = (partners: string[]) => {
    const key = partners.toSorted().join(' ')
    const known = found.get(key) ?? { xref: `@F${found.size + 1}@`, partners, union: null, children: [] }
    found.set(key, known)
    return known
  }
  const unions = new Set<string>()
  await eachInTurns(connections, (connection) => {
    if (connection.type !== 'partner') return
    familyOf([connection.from, connection.to]).union = connection
    unions.add([connection.from, connection.to].toSorted().join(' '))
  })
  const parentsOf = new Map<string, Map<ParentKind, string[]>>()
  await eachInTurns(connections, ({ type, kind, from, to }) => {
    if (type !== 'parent') return
    const byKind = parentsOf.get(to) ?? new Map<ParentKind, string[]>()
    byKind.set(kind, [...(byKind.get(kind) ?? []), from])
    parentsOf.set(to, byKind)
  })
  await eachInTurns(parentsOf, ([id, byKind]) => {
    for (const [kind, parents] of byKind) {
      for (const partners of couplesOf(parents, unions)) familyOf(partners).children.push({ id, kind })
    }
  })
  return [...found.values()]
}

/** Puts parents together two by two: each with their partner, or else with the next one who is left. */
function couplesOf(parents: string[], unions: Set<string>): string[][] {
  const left = [...parents]
  const couples: string[][] = []
  for (let first = left.shift(); first !== undefined; first = left.shift()) {
    const one = first
    const known = left.findIndex((other) => unions.has([one, other].toSorted().join(' ')))
    const [other] = left.splice(known === -1 ? 0 : known, 1)
    couples.push(other === undefined ? [one] : [one, other])
  }
  return couples
}

function personRecord(person: FilePerson, index: Index, version: GedcomVersion): GedcomNode {
  const { xref, firstName, lastName } = person
  const event = (tag: string, date: string, place: string, happened = false): Line =>
    unless(
      date === '' && place === '' && !happened,
      line(tag, date === '' && place === '' ? 'Y' : '', [
        dateLine(date, version),
        unless(place === '', line('PLAC', place)),
      ]),
    )
  const families = [...(index.families.get(xref) ?? [])]
  const associations = index.associations.get(xref) ?? []
  const isEmpty = firstName === '' && lastName === ''
  return {
    ...line('INDI', '', [
      unless(isEmpty && person.birthName === '', nameLine(firstName, lastName)),
      unless(
        person.birthName === '',
        line('NAME', `/${person.birthName}/`, [
          line('SURN', person.birthName),
          line('TYPE', version === '7.0' ? 'BIRTH' : 'birth'),
        ]),
      ),
      line('SEX', sexes[person.sex]),
      event('BIRT', person.dateOfBirth, person.placeOfBirth),
      event('DEAT', person.dateOfDeath, person.placeOfDeath, person.isDeceased),
      homeLine(person),
      unless(person.bio === '', line('NOTE', person.bio)),
      line(version === '7.0' ? 'UID' : '_UID', person.uid),
      unless(person.relationship === 'Other', line(ownTags.label, person.relationship)),
      unless(person.via === '', line(ownTags.via, person.via)),
      unless(!person.isSelf, line(ownTags.self, 'Y')),
      unless(!person.isPlaceholder, line(ownTags.unknown, 'Y')),
      ...families.flatMap((family) => familyLines(family, xref, version)),
      ...associations.map(({ to, label }) => association(to, label, version)),
      unless(person.portrait === '' || version !== '7.0', line('OBJE', pictureXref(xref))),
      ...(index.media.get(xref) ?? []).map((record) => line('OBJE', record)),
    ]),
    xref,
  }
}

/** Where somebody lives and can be reached: neither version allows an address or a number directly below a person. */
function homeLine({ currentLocation, phone, email }: FilePerson): Line {
  const about = [
    unless(currentLocation === '', line('PLAC', currentLocation)),
    unless(phone === '', line('PHON', phone)),
    unless(email === '', line('EMAIL', email)),
  ]
  return unless(
    about.every((one) => one === null),
    line('RESI', '', about),
  )
}

const nameLine = (firstName: string, lastName: string) =>
  line('NAME', `${firstName.replaceAll('/', ' ')} /${lastName.replaceAll('/', ' ')}/`.trim(), [
    line('GIVN', firstName),
    line('SURN', lastName),
  ])

function familyLines(
  { xref, partners, children }: Union,
  person: string,
  version: GedcomVersion,
): GedcomNode[] {
  const own = children.filter(({ id }) => id === person)
  return [
    ...(partners.includes(person) ? [line('FAMS', xref)] : []),
    ...own.map(({ kind }) => line('FAMC', xref, [pedigree(kind, version), ownKind(kind)])),
  ]
}

function pedigree(kind: ParentKind, version: GedcomVersion): Line {
  const word = { birth: 'birth', adoptive: 'adopted', foster: 'foster', step: 'step', unknown: '' }[kind]
  if (word === '' || (kind === 'step' && version === '5.5.1')) return null
  if (version === '5.5.1') return line('PEDI', word)
  return kind === 'step' ? line('PEDI', 'OTHER', [line('PHRASE', 'step')]) : line('PEDI', word.toUpperCase())
}

const ownKind = (kind: ParentKind): Line => unless(kind === 'birth', line(ownTags.kind, kind))

function association(to: string, label: string, version: GedcomVersion): GedcomNode {
  if (version === '5.5.1') return line('ASSO', to, [line('RELA', label)])
  return line('ASSO', to, [line('ROLE', 'OTHER', [unless(label === '', line('PHRASE', label))])])
}

function familyRecord(
  { xref, partners, union, children }: Union,
  { sexes: known }: Index,
  version: GedcomVersion,
): GedcomNode {
  const sexOf = (id: string) => known.get(id)
  const [one, other] = partners
  const turned =
    one !== undefined &&
    (sexOf(one) === 'female' || (other !== undefined && sexOf(other) === 'male' && sexOf(one) !== 'male'))
  const [husband, wife] = turned ? [other, one] : [one, other]
  return {
    ...line('FAM', '', [
      husband === undefined ? null : line('HUSB', husband),
      wife === undefined ? null : line('WIFE', wife),
      ...children.map(({ id }) => line('CHIL', id)),
      ...unionLines(union, partners.length, version),
    ]),
    xref,
  }
}

function unionLines(union: FileConnection | null, partners: number, version: GedcomVersion): Line[] {
  if (!union) return [unless(partners < 2, line(ownTags.union, 'none'))]
  const { kind, startDate, startPlace, endDate } = union
  const isMarriage = ['married', 'divorced', 'separated', 'widowed'].includes(kind)
  const about = [dateLine(startDate, version), unless(startPlace === '', line('PLAC', startPlace))]
  const hasAbout = startDate !== '' || startPlace !== ''
  const typed = (type: string, children: Line[]) => line('EVEN', '', [line('TYPE', type), ...children])
  const start = () => {
    if (isMarriage) return line('MARR', hasAbout ? '' : 'Y', about)
    return kind === 'engaged' ? line('ENGA', hasAbout ? '' : 'Y', about) : typed('Partnership', about)
  }
  const end = dateLine(endDate, version)
  const ending =
    kind === 'divorced' ? line('DIV', end ? '' : 'Y', [end]) : unless(end === null, typed('End', [end]))
  return [start(), ending, line(ownTags.union, kind)]
}
