import { type Face, type Pdf, type Run, runsOf } from '../../../print/faces.ts'
import { drawLetters } from './draw-letters.ts'
import { column, ink, paper, type Sheets } from './sheets.ts'

export type Style = {
  face: Face
  size: number
  /** From one line to the next. */
  leading: number
  color?: string
  ground?: string
  align?: 'start' | 'center'
  /** Free space at the start of each line. */
  indent?: number
}

type Word = { runs: Run[]; width: number }
type Line = { words: Word[]; width: number }

/** Sets a text from where the sheet is filled, onto as many sheets as it needs. */
export async function setText(sheets: Sheets, text: string, style: Style): Promise<void> {
  for (const paragraph of cleaned(text).split('\n')) await setParagraph(sheets, paragraph, style)
}

/** How high a text stands, as far as the book's own letters set it. */
export function heightOf(doc: Pdf, text: string, style: Style): number {
  const lines = cleaned(text)
    .split('\n')
    .map((paragraph) => wordsOf(doc, paragraph, style))
    .map((words) => (words ? linesOf(doc, words, style).length : 2))
  return lines.reduce((sum, count) => sum + Math.max(count, 1), 0) * style.leading
}

async function setParagraph(sheets: Sheets, text: string, style: Style): Promise<void> {
  const words = wordsOf(sheets.doc, text, style)
  if (words === null) return setDrawn(sheets, text, style)

  const lines = linesOf(sheets.doc, words, style)
  for (const [index, line] of lines.entries()) {
    // A paragraph does not begin with its first line alone at the foot of a page.
    sheets.makeRoom(index === 0 && lines.length > 1 ? style.leading * 2 : style.leading)
    drawLine(sheets, line, style)
    sheets.y += style.leading
  }
  if (lines.length === 0) sheets.y += style.leading
}

/** What is no letter of anything is left out; a line of its own begins at a line break alone. */
const cleaned = (text: string) =>
  text
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .replaceAll('\t', ' ')
    .replaceAll(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replaceAll(/[^\P{C}\n\u200c\u200d]/gu, '')

/** null for a text with letters that the book's fonts do not have, or that runs from right to left. */
function wordsOf(doc: Pdf, text: string, { face, size }: Style): Word[] | null {
  const words: Word[] = []
  for (const token of text.split(/\s+/u).filter(Boolean)) {
    const runs = runsOf(doc, face, token)
    if (runs.some((run) => !run.isPrintable)) return null
    words.push({ runs, width: widthOf(doc, runs, size) })
  }
  return words
}

function widthOf(doc: Pdf, runs: readonly Run[], size: number): number {
  return runs.reduce((sum, { font, text }) => sum + doc.font(font).fontSize(size).widthOfString(text), 0)
}

function linesOf(doc: Pdf, words: readonly Word[], { face, size, indent = 0 }: Style): Line[] {
  const space = doc.font(face).fontSize(size).widthOfString(' ')
  const room = column.width - indent
  const lines: Line[] = []
  for (const word of words.flatMap((each) => cutToFit(doc, each, size, room))) {
    const open = lines.at(-1)
    if (open && open.width + space + word.width <= room) {
      open.words.push(word)
      open.width += space + word.width
    } else lines.push({ words: [word], width: word.width })
  }
  return lines
}

/** A word that is wider than the page is cut where the page ends. */
function cutToFit(doc: Pdf, word: Word, size: number, room: number): Word[] {
  if (word.width <= room) return [word]
  const pieces: Word[] = []
  for (const run of word.runs.flatMap((whole) => [...whole.text].map((text) => ({ ...whole, text })))) {
    const open = pieces.at(-1)
    const width = widthOf(doc, [run], size)
    if (open && open.width + width <= room) {
      open.runs.push(run)
      open.width += width
    } else pieces.push({ runs: [run], width })
  }
  return pieces
}

function drawLine({ doc, y }: Sheets, { words, width }: Line, style: Style): void {
  const { face, size, color = ink, align = 'start', indent = 0 } = style
  const space = doc.font(face).fontSize(size).widthOfString(' ')
  let x = align === 'center' ? column.left + (column.width - width) / 2 : column.left + indent
  for (const run of joined(words, face)) {
    doc.font(run.font).fontSize(size).fillColor(color)
    doc.text(run.text, x, y, { lineBreak: false })
    x += doc.widthOfString(run.text)
    if (run.endsWord) x += space
  }
}

/** Words of one font that follow each other are written in one piece, so that they can be found and copied. */
function joined(words: readonly Word[], face: Face): (Run & { endsWord: boolean })[] {
  const pieces: (Run & { endsWord: boolean })[] = []
  for (const [index, { runs }] of words.entries()) {
    for (const [at, run] of runs.entries()) {
      const open = pieces.at(-1)
      const goesOn = open?.font === run.font && (at > 0 || run.font === face)
      if (open && goesOn) open.text += at === 0 ? ` ${run.text}` : run.text
      else {
        if (open && at === 0) open.endsWord = true
        pieces.push({ ...run, endsWord: false })
      }
    }
    const open = pieces.at(-1)
    if (open && open.font !== face && index < words.length - 1) open.endsWord = true
  }
  return pieces
}

/** Letters of other scripts, and emoji, are drawn by the system's own fonts and laid in as a picture. */
async function setDrawn(sheets: Sheets, text: string, style: Style): Promise<void> {
  const { align = 'start', indent = 0, ground = paper } = style
  const room = column.width - indent
  for (const piece of inPieces(text)) {
    const drawn = await drawLetters(piece, { ...style, color: style.color ?? ink, ground, width: room })
    if (!drawn) continue
    sheets.makeRoom(drawn.height)
    const free = room - drawn.width
    const x = { start: drawn.isRightToLeft ? free : 0, center: free / 2 }[align] + column.left + indent
    sheets.doc.markContent('Span', { actual: piece })
    sheets.doc.image(drawn.png, x, sheets.y, { width: drawn.width, height: drawn.height })
    sheets.doc.endMarkedContent()
    sheets.y += Math.ceil(drawn.height / style.leading) * style.leading
  }
}

/** Pieces that fit on a page, whatever their letters. */
function inPieces(text: string): string[] {
  const pieces: string[] = []
  let open = ''
  for (const word of text.split(/\s+/u).flatMap((token) => token.match(/.{1,300}/gsu) ?? [])) {
    if (open.length + word.length > 500) {
      pieces.push(open)
      open = word
    } else open = open === '' ? word : `${open} ${word}`
  }
  return open === '' ? pieces : [...pieces, open]
}
