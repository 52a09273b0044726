import { limits } from '#contract/limits.ts'
import { ascentOf, type Face } from '../../../print/faces.ts'
import { type Letters, printable } from '../../../print/letters.ts'
import {
  cutToFit,
  drawWords,
  lineWidth,
  type Word,
  type Words,
  widthOf,
  wordsOf,
} from '../../../print/words.ts'
import { column, ink, type Sheets } from './sheets.ts'

export type Style = {
  face: Face
  size: number
  /** The distance from one line to the next, in points. */
  leading: number
  color?: string
  align?: 'start' | 'center'
  /** Free space at the start of each line. */
  indent?: number
}

/** Sets a text below what the sheet holds, on as many sheets as it needs. Yields to other work after each paragraph. */
export async function setText(sheets: Sheets, text: string, style: Style): Promise<void> {
  for (const paragraph of paragraphsOf(sheets.letters, text, style)) {
    setParagraph(sheets, paragraph, style)
    await sheets.written()
  }
}

/** The height of a text once it is set, in points. Yields to other work after each paragraph. */
export async function heightOf({ letters, written }: Sheets, text: string, style: Style): Promise<number> {
  let count = 0
  for (const { words } of paragraphsOf(letters, text, style)) {
    count += Math.max(linesOf(letters, words, style).length, 1)
    await written()
  }
  return count * style.leading
}

/** Whether a text is written from right to left, judged by its first paragraph. */
export function beginsAtTheRight({ letters }: Sheets, text: string, style: Style): boolean {
  const [first] = paragraphsOf(letters, text, style)
  return first?.base === 1
}

function* paragraphsOf(letters: Letters, text: string, { face }: Style): Generator<Words> {
  for (const paragraph of cleaned(text).split('\n')) {
    for (const stretch of stretchesOf(paragraph)) {
      yield wordsOf(letters, face, printable(letters, face, stretch))
    }
  }
}

/** Twice what a person may write on a page. Words told without a break, or brought in with an archive, can be of any length. */
const LETTERS_AT_ONCE = 2 * limits.bookPageText

/** Cuts a paragraph into stretches short enough to be set without yielding to other work, after a word where possible. */
function* stretchesOf(paragraph: string): Generator<string> {
  let at = 0
  while (paragraph.length - at > LETTERS_AT_ONCE) {
    const space = paragraph.lastIndexOf(' ', at + LETTERS_AT_ONCE)
    const end = space > at ? space : letterEnd(paragraph, at + LETTERS_AT_ONCE)
    yield paragraph.slice(at, end)
    at = end
  }
  yield paragraph.slice(at)
}

/** Moves a cut so that it does not separate the two halves of a surrogate pair. */
const letterEnd = (text: string, at: number) => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at)

function setParagraph(sheets: Sheets, { base, words }: Words, style: Style): void {
  const lines = linesOf(sheets.letters, words, style)
  for (const [index, line] of lines.entries()) {
    // A paragraph does not begin with its first line alone at the foot of a page.
    sheets.makeRoom(index === 0 && lines.length > 1 ? style.leading * 2 : style.leading)
    drawLine(sheets, line, base, style)
    sheets.y += style.leading
  }
  if (lines.length === 0) sheets.y += style.leading
}

/** Leaves out control characters and other characters that print nothing; all kinds of line break become `\n`. */
const cleaned = (text: string) =>
  text
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .replaceAll('\t', ' ')
    .replaceAll(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replaceAll(/[^\P{C}\n\u200c\u200d]/gu, '')

function linesOf(letters: Letters, words: readonly Word[], { face, size, indent = 0 }: Style): Word[][] {
  const space = letters.doc.font(face).fontSize(size).widthOfString(' ')
  const room = column.width - indent
  const lines: Word[][] = []
  let filled = 0
  for (const word of words.flatMap((each) => cutToFit(letters, each, size, room))) {
    const own = widthOf(letters, word.pieces, size)
    const longer = filled + (word.gap === null ? 0 : space) + own
    const open = lines.at(-1)
    if (open && longer <= room) {
      open.push(word)
      filled = longer
    } else {
      lines.push([word])
      filled = own
    }
  }
  return lines
}

function drawLine({ letters, y }: Sheets, line: readonly Word[], base: 0 | 1, style: Style): void {
  const { face, size, color: colour = ink, align = 'start', indent = 0 } = style
  const free = column.width - lineWidth(letters, face, line, size)
  const start = base === 1 ? free - indent : indent
  const x = column.left + (align === 'center' ? free / 2 : start)
  // The ascent is that of the style's face, so that letters of all fonts share one baseline.
  drawWords(letters, face, line, { x, baseline: y + ascentOf(letters.doc, face, size), size, colour })
}
