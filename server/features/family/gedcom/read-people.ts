import { isDeepStrictEqual } from 'node:util'
import { cutText } from '#contract/cut-text.ts'
import { relationship, type Sex } from '#contract/family-members.ts'
import { limits } from '#contract/limits.ts'
import { dateFrom, dateInKey } from './dates.ts'
import { type FilePerson, type KeyFacts, ownTags } from './own-family.ts'
import { child, childrenOf, eventOf, type GedcomNode, isPointer } from './records.ts'

const sexes: Record<string, Sex> = { F: 'female', M: 'male', X: 'other' }
/** Everything of an INDI that Kinora has a place for; the rest is reported as not understood. */
// biome-ignore format: a list reads as a block
export const understoodOfPerson = new Set([
  'NAME', 'NAME.GIVN', 'NAME.SURN', 'NAME.TYPE', 'NAME.NPFX', 'NAME.SPFX', 'NAME.NSFX', 'SEX', 'UID', '_UID', 'REFN', 'RIN', 'CHAN', 'CREA',
  'BIRT', 'BIRT.DATE', 'BIRT.PLAC', 'DEAT', 'DEAT.DATE', 'DEAT.PLAC', 'RESI', 'RESI.PLAC', 'RESI.EMAIL', 'RESI.PHON',
  'RESI.ADDR', 'EMAIL', 'PHON', 'NOTE', 'SNOTE', 'FAMS', 'FAMC', 'FAMC.PEDI', 'FAMC.PEDI.PHRASE', 'ASSO', 'ASSO.RELA', 'ASSO.ROLE',
  'BIRT.DATE.PHRASE', 'DEAT.DATE.PHRASE', 'ASSO.ROLE.PHRASE', `FAMC.${ownTags.kind}`,
  ownTags.label, ownTags.via, ownTags.self, ownTags.unknown,
])

/** A person of a file. Texts longer than Kinora keeps are cut at their limit. */
export function readPerson(
  record: GedcomNode,
  noteOf: (xref: string) => string,
  asBefore?: (text: string) => string,
): FilePerson {
  const { main, other } = namesOf(record)
  const [birth, death, home] = ['BIRT', 'DEAT', 'RESI'].map((tag) => eventOf(record, tag))
  const contact = (tag: string, max?: number) => text((child(record, tag) ?? child(home, tag))?.value, max)
  const uid = text((child(record, 'UID') ?? child(record, '_UID'))?.value)
  return {
    xref: record.xref,
    uid,
    ...namesIn(main),
    ...(asBefore && uid === '' ? { keyBefore: keyFacts(readAs(record, asBefore)) } : {}),
    birthName: text(other ? wholeName(other) : '', limits.speakerName),
    sex: sexes[child(record, 'SEX')?.value.trim().toUpperCase() ?? ''] ?? 'unknown',
    ...dateIn(birth),
    placeOfBirth: text(child(birth, 'PLAC')?.value),
    dateOfDeath: text(dateFrom(death)),
    placeOfDeath: text(child(death, 'PLAC')?.value),
    isDeceased: death !== undefined,
    currentLocation: text((child(home, 'PLAC') ?? child(home, 'ADDR'))?.value),
    email: contact('EMAIL', limits.email),
    phone: contact('PHON'),
    bio: text(bioOf(record, noteOf), limits.longText),
    relationship: relationship.catch('Other').parse(child(record, ownTags.label)?.value),
    via: child(record, ownTags.via)?.value ?? '',
    isSelf: child(record, ownTags.self) !== undefined,
    isPlaceholder: child(record, ownTags.unknown) !== undefined,
    portrait: '',
  }
}

const text = (value: string | undefined, max: number = limits.shortText) => cutText((value ?? '').trim(), max)

/** What a person's key is made of. Keys of people who were imported are made of it: it must stay as it is. */
const keyFacts = (record: GedcomNode): KeyFacts => ({
  xref: record.xref,
  ...givenAndSurname(namesOf(record).main),
  dateOfBirth: text(dateInKey(eventOf(record, 'BIRT'))),
})

const ofKey = new Set(['NAME', 'BIRT'])
/** A person's name and birth in other letters. */
const readAs = (record: GedcomNode, asBefore: (text: string) => string): GedcomNode => ({
  ...record,
  xref: asBefore(record.xref),
  children: record.children.filter(({ tag }) => ofKey.has(tag)).map((one) => inLetters(one, asBefore)),
})

const inLetters = (node: GedcomNode, asBefore: (text: string) => string): GedcomNode => ({
  ...node,
  value: asBefore(node.value),
  children: node.children.map((one) => inLetters(one, asBefore)),
})

function namesOf(record: GedcomNode) {
  const names = childrenOf(record, 'NAME')
  const isBirthName = (name: GedcomNode) => /^(birth|maiden)$/i.test(child(name, 'TYPE')?.value ?? '')
  const main = names.find((name) => !isBirthName(name)) ?? names[0]
  const other = names.find((name) => name !== main && isBirthName(name))
  return { main, other, rest: names.filter((name) => name !== main && name !== other) }
}

/** The names of a person beside the two that Kinora has a place for: a nickname, a name taken later. */
export const furtherNames = (record: GedcomNode): string[] => namesOf(record).rest.map(({ value }) => value)

/** What a person has more of than Kinora has a place for, such as a second birth; what says the same again is left out. */
export function furtherFacts(record: GedcomNode): { tag: string; example: string }[] {
  const home = eventOf(record, 'RESI')
  const further = (tag: string, kept: GedcomNode | undefined, all: GedcomNode[]) =>
    all
      .filter((one) => one !== kept && !isDeepStrictEqual(one, kept))
      .map((one) => ({
        tag: `INDI.${tag}`,
        example: one.value || (child(one, 'DATE') ?? child(one, 'PLAC'))?.value || '',
      }))
  const events = ['BIRT', 'DEAT', 'RESI'].flatMap((tag) => {
    const happened = childrenOf(record, tag).filter((one) => one.value.trim().toUpperCase() !== 'N')
    return further(tag, eventOf(record, tag), happened)
  })
  const contacts = ['EMAIL', 'PHON'].flatMap((tag) => {
    const [kept, ...rest] = [...childrenOf(record, tag), ...(home ? childrenOf(home, tag) : [])]
    return further(tag, kept, rest)
  })
  return [...events, ...contacts]
}

/** A name, and how it stands in keys where that is another way. */
function namesIn(name: GedcomNode | undefined): Pick<FilePerson, 'firstName' | 'lastName' | 'nameInKey'> {
  const read = nameParts(name)
  const nameInKey = givenAndSurname(name)
  return isDeepStrictEqual(read, nameInKey) ? read : { ...read, nameInKey }
}

/** A date of birth, and how it stands in keys where that is another way. */
function dateIn(birth: GedcomNode | undefined): Pick<FilePerson, 'dateOfBirth' | 'dateInKey'> {
  const [dateOfBirth, inKey] = [text(dateFrom(birth)), text(dateInKey(birth))]
  return dateOfBirth === inKey ? { dateOfBirth } : { dateOfBirth, dateInKey: inKey }
}

/** A person's notes, joined only up to the length that is kept: a small file can name a long note any number of times. */
function bioOf(record: GedcomNode, noteOf: (xref: string) => string): string {
  let bio = ''
  for (const { value } of [...childrenOf(record, 'NOTE'), ...childrenOf(record, 'SNOTE')]) {
    const note = isPointer(value) ? noteOf(value) : value
    if (note !== '') bio += bio === '' ? note : `\n\n${note}`
    if (bio.trimStart().length >= limits.longText) break
  }
  return bio
}

/**
 * A name with everything that its line or its pieces say. The line counts where it holds the piece of that name; a piece of it that
 * is not there, a title or a `van`, say, is put where it belongs.
 */
function nameParts(name: GedcomNode | undefined): { firstName: string; lastName: string } {
  const { before, surname, after } = lineOf(name)
  const piece = (tag: string) => wordsOf(child(name, tag)?.value ?? '')
  const given = fuller(wordsOf(`${before} ${after.replace(/^\s*,/, '')}`), child(name, 'GIVN'))
  const last = fuller(wordsOf(surname), child(name, 'SURN'))
  const [title, particle, suffix] = [piece('NPFX'), piece('SPFX'), piece('NSFX')]
  return {
    firstName: part([
      ...(holds(given, title) ? [] : title),
      ...given,
      ...(holds([...given, ...last], suffix) ? [] : suffix),
    ]),
    lastName: part([...(holds([...given, ...last], particle) ? [] : particle), ...last]),
  }
}

/** The given name and the surname alone. Keys of people who were imported are made of them: it must stay as it is. */
function givenAndSurname(name: GedcomNode | undefined): { firstName: string; lastName: string } {
  const { before, surname, after } = lineOf(name)
  return {
    firstName: part(wordsOf(child(name, 'GIVN')?.value ?? `${before} ${after}`)),
    lastName: part(wordsOf(child(name, 'SURN')?.value ?? surname)),
  }
}

function lineOf(name: GedcomNode | undefined) {
  const [, before = '', surname = '', after = ''] =
    /^([^/]*)(?:\/([^/]*)\/?([\s\S]*))?$/.exec(name?.value ?? '') ?? []
  return { before, surname, after }
}

const part = (words: string[]) => cutText(words.join(' '), limits.speakerName)
const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
/** Whether words are among others. Pieces may have commas between their words where the line has none, or no full stop. */
function holds(words: string[], some: string[]): boolean {
  const bare = (word: string) => word.replace(/[.,]+$/, '')
  const there = new Set(words.map(bare))
  return some.every((word) => there.has(bare(word)))
}

/** What a line says, unless its piece says something else. */
function fuller(line: string[], piece: GedcomNode | undefined): string[] {
  const words = piece ? wordsOf(piece.value) : line
  return holds(line, words) ? line : words
}

const wholeName = (name: GedcomNode) => {
  const { firstName, lastName } = nameParts(name)
  return lastName || firstName
}
