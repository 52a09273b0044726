import { type GedcomVersion, ownTags } from './own-family.ts'
import type { GedcomNode } from './records.ts'

/** GEDCOM 5.5.1 allows lines of 255 characters in all. */
const PIECE = 240

/** A line to be written; null where there is nothing to say. */
export type Line = GedcomNode | null
export const line = (tag: string, value = '', children: Line[] = []): GedcomNode => ({
  xref: '',
  tag,
  value,
  children: children.filter((one) => one !== null),
})
export const unless = (isEmpty: boolean, made: GedcomNode): Line => (isEmpty ? null : made)

/** Records as the lines of a file, the text of one record at a time. */
export function* writeRecords(records: Iterable<GedcomNode>, version: GedcomVersion): Generator<string> {
  yield '\ufeff'
  for (const record of records) {
    const lines: string[] = []
    if (record.tag === 'TRLR' && version === '5.5.1') lines.push('0 @U1@ SUBM', '1 NAME Kinora')
    writeNode(record, 0, version, lines)
    yield `${lines.join('\r\n')}\r\n`
  }
}

function writeNode(
  { xref, tag, value, children }: GedcomNode,
  level: number,
  version: GedcomVersion,
  lines: string[],
): void {
  const [first = '', ...rest] = value.replace(/\r\n?/g, '\n').split('\n')
  const start = `${level}${xref ? ` ${xref}` : ''} ${tag}`
  writeText(start, escaped(first, tag, version), level + 1, version, lines)
  for (const one of rest) {
    writeText(`${level + 1} CONT`, escaped(one, tag, version), level + 1, version, lines)
  }
  for (const below of children) writeNode(below, level + 1, version, lines)
}

function writeText(
  start: string,
  text: string,
  below: number,
  version: GedcomVersion,
  lines: string[],
): void {
  const [first = '', ...more] = version === '7.0' ? [text] : piecesOf(text)
  lines.push(first === '' ? start : `${start} ${first}`)
  for (const piece of more) lines.push(`${below} CONC ${piece}`)
}

const pointers = new Set(['HUSB', 'WIFE', 'CHIL', 'FAMS', 'FAMC', 'ASSO', 'SUBM', 'OBJE', ownTags.via])

/** Any @ of a text is doubled, in version 7 only where it begins a line; pointers and calendars stay. */
function escaped(text: string, tag: string, version: GedcomVersion): string {
  if (pointers.has(tag)) return text
  if (version === '5.5.1') return text.replace(/@#D[A-Z ]+@|@/g, (found) => (found === '@' ? '@@' : found))
  return text.startsWith('@') ? `@${text}` : text
}

/**
 * Cuts a text between two characters that are no spaces, because a reading program may trim spaces at the ends of a line; never
 * within a surrogate pair or a doubled @.
 */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let from = 0
  while (text.length - from > PIECE) {
    let until = from + PIECE
    while (until > from + 1 && !canCut(text, until)) until -= 1
    pieces.push(text.slice(from, until))
    from = until
  }
  pieces.push(text.slice(from))
  return pieces
}

function canCut(text: string, at: number): boolean {
  const [before = '', after = ''] = [text[at - 1], text[at]]
  const splitsPair = /[\ud800-\udbff]/.test(before)
  return !/\s/.test(before) && !/\s/.test(after) && !splitsPair && !(before === '@' && after === '@')
}
