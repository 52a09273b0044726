import { readFileSync } from 'node:fs'

/** The document that is drawn on. */
export type Pdf = PDFKit.PDFDocument

export const faces = ['regular', 'italic', 'semibold'] as const
export type Face = (typeof faces)[number]

/** Literata as TrueType: first Latin with its kerning, then the other letters it has (Latin extended, Greek, Cyrillic). */
const files = (face: Face) => [`literata-${face}.ttf`, `literata-${face}-more.ttf`]

/** Gives a document the book's letters; those that are used are embedded. */
export function registerFaces(doc: Pdf): void {
  for (const face of faces) {
    for (const [index, file] of files(face).entries()) {
      doc.registerFont(
        nameOf(face, index),
        readFileSync(new URL(`../../../print/fonts/${file}`, import.meta.url)),
      )
    }
  }
}

const nameOf = (face: Face, index: number) => (index === 0 ? face : `${face}-more`)

/** Letters that one file holds. */
export type Run = { font: string; text: string }

/** A word in runs of letters that one font has; null where no font of the book has a letter of it. */
export function runsOf(doc: Pdf, face: Face, text: string): Run[] | null {
  const runs: Run[] = []
  for (const { segment } of letters.segment(text)) {
    const font = fontWith(doc, face, segment)
    if (font === null) return null
    const last = runs.at(-1)
    if (last?.font === font) last.text += segment
    else runs.push({ font, text: segment })
  }
  return runs
}

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' })

function fontWith(doc: Pdf, face: Face, letter: string): string | null {
  const name = files(face)
    .map((_, index) => nameOf(face, index))
    .find((font) => has(doc, font, letter))
  return name ?? null
}

/** What pdfkit says of a font is in no type of it: whether it has a letter. */
type Opened = { _font: { font: { hasGlyphForCodePoint: (point: number) => boolean } } }

function has(doc: Pdf, font: string, letter: string): boolean {
  const opened = (doc.font(font) as unknown as Opened)._font.font
  return [...letter].every((point) => opened.hasGlyphForCodePoint(point.codePointAt(0) ?? 0))
}
