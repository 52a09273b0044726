import { GedcomError } from './gedcom-error.ts'

/** A line of a file with everything below it; continued lines are joined. */
export type GedcomNode = { xref: string; tag: string; value: string; children: GedcomNode[] }

/** Deeper than any program writes, and far from what could exhaust a stack. */
const DEPTH_MAX = 99
const LINE_MAX = 100_000
/** A text of many continued lines. */
const VALUE_MAX = 1_000_000
const LINE = /^[\s\ufeff]*(\d{1,9})[ \t]+(?:(@[^@\s]+@)[ \t]+)?([A-Za-z0-9_]+)(?: ([\s\S]*))?$/

export type Broken = (line: string) => void

/** How many lines are read before the reader may turn to other work: a few milliseconds. */
const LINES_AT_ONCE = 5_000

/**
 * The records of a file, one at a time. Now and then, even within a record that does not end, it yields null instead: a place at
 * which the reader of a large file can let other requests have their turn. Lines that are no GEDCOM go to `onBroken`.
 * @throws GedcomError TOO_DEEP, LINE_TOO_LONG; TRUNCATED where the file ends without its last line
 */
export function* recordsOf(text: string, onBroken: Broken): Generator<GedcomNode | null> {
  let open: GedcomNode[] = []
  const note = new OpenText(onBroken)
  let last = ''
  let isSeven = false
  let count = 0
  for (const line of linesOf(text)) {
    count += 1
    if (count % LINES_AT_ONCE === 0) yield null
    const [, depth, xref = '', tag = '', value = ''] = LINE.exec(line) ?? []
    if (depth === undefined) {
      note.goOn(line)
      continue
    }
    const level = Number(depth)
    const node: GedcomNode = { xref, tag: tag.toUpperCase(), value: plain(value, isSeven), children: [] }
    last = node.tag
    if (level === 0) {
      note.end()
      if (open[0]) yield open[0]
      open = [node]
      note.begin(node)
      continue
    }
    const parent = open[level - 1]
    // Some programs break a text into lines without a word; one of them may begin with a year.
    if (!parent) {
      note.goOn(line)
      continue
    }
    if (level > DEPTH_MAX) throw new GedcomError('TOO_DEEP')
    note.end()
    if (continues(parent, node)) {
      note.begin(parent)
      continue
    }
    if (parent.tag === 'GEDC' && node.tag === 'VERS') isSeven = value.startsWith('7')
    parent.children.push(node)
    open.length = level
    open.push(node)
    note.begin(node)
  }
  note.end()
  if (open[0]) yield open[0]
  if (last !== 'TRLR') throw new GedcomError('TRUNCATED')
}

/**
 * The note that the last line belongs to: lines that are no GEDCOM go on with it, and nothing that a family wrote is lost. They are
 * joined once: added one by one, each of them would take many times the memory of its letters, and a file has millions of lines.
 */
class OpenText {
  readonly #onBroken: Broken
  #note: GedcomNode | null = null
  #added: string[] = []
  #room = 0
  #blankLines = 0

  constructor(onBroken: Broken) {
    this.#onBroken = onBroken
  }

  begin(node: GedcomNode): void {
    const isNote = node.tag === 'NOTE' || node.tag === 'SNOTE'
    this.#note = isNote && !isPointer(node.value) ? node : null
    this.#room = VALUE_MAX - node.value.length
  }

  goOn(line: string): void {
    if (line.trim() === '') {
      this.#blankLines += 1
      return
    }
    const breaks = this.#blankLines + 1
    this.#blankLines = 0
    if (this.#note && breaks + line.length <= this.#room) {
      this.#room -= breaks + line.length
      this.#added.push('\n'.repeat(breaks), line)
    } else this.#onBroken(line)
  }

  /** To be called before anything else is done with the note. */
  end(): void {
    if (this.#note && this.#added.length > 0) this.#note.value += this.#added.join('')
    this.#note = null
    this.#added = []
    this.#blankLines = 0
  }
}

/** Whether a value is the name of another record. */
export const isPointer = (value: string): boolean => /^@[^@\s]+@$/.test(value)

/** Replaces the doubled @ of a text by a single one; pointers and the names of calendars stay as they are. */
function plain(value: string, isSeven: boolean): string {
  if (!value.includes('@@')) return value
  return isSeven ? value.replace(/^@@/, '@') : value.replaceAll('@@', '@')
}

function continues(parent: GedcomNode, { tag, value }: GedcomNode): boolean {
  if (tag !== 'CONT' && tag !== 'CONC') return false
  if (parent.value.length + value.length > VALUE_MAX) throw new GedcomError('LINE_TOO_LONG')
  parent.value += tag === 'CONT' ? `\n${value}` : value
  return true
}

function* linesOf(text: string): Generator<string> {
  const end = /\r\n|\n|\r/g
  let from = 0
  while (from < text.length) {
    end.lastIndex = from
    const found = end.exec(text)
    const until = found?.index ?? text.length
    if (until - from > LINE_MAX) throw new GedcomError('LINE_TOO_LONG')
    yield text.slice(from, until)
    from = until + (found?.[0].length ?? 0)
  }
}

/** The first line with that tag directly below a node. */
export const child = (node: GedcomNode | undefined, tag: string): GedcomNode | undefined =>
  node?.children.find((one) => one.tag === tag)
/** The first event with that tag directly below a node, but for one of which the file says that it did not happen (`DIV N`). */
export const eventOf = (node: GedcomNode, tag: string): GedcomNode | undefined =>
  node.children.find((one) => one.tag === tag && one.value.trim().toUpperCase() !== 'N')
export const childrenOf = (node: GedcomNode, tag: string): GedcomNode[] =>
  node.children.filter((one) => one.tag === tag)
