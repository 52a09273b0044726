import { readFileSync } from 'node:fs'
import type PDFDocument from 'pdfkit'

export type Pdf = InstanceType<typeof PDFDocument>
export type Face = 'regular' | 'semibold'

/** Literata as TrueType: first Latin with its kerning, then the other letters it has (Latin extended, Greek, Cyrillic). */
const fontsOf = (face: Face) => [face, `${face}-more`]

/** Gives a document the letters; those that are used are embedded. */
export function registerFaces(doc: Pdf): void {
  for (const name of [...fontsOf('regular'), ...fontsOf('semibold')]) {
    doc.registerFont(name, readFileSync(new URL(`fonts/literata-${name}.ttf`, import.meta.url)))
  }
}

/** Letters that one font holds. `isPrintable` is false for those that none has: they come out as empty boxes. */
export type Run = { font: string; text: string; isPrintable: boolean }

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** A text in runs of letters that one font has. */
export function runsOf(doc: Pdf, face: Face, text: string): Run[] {
  const runs: Run[] = []
  for (const { segment } of graphemes.segment(text)) {
    const font = fontsOf(face).find((name) => hasLetter(doc, name, segment))
    const run = { font: font ?? face, text: segment, isPrintable: font !== undefined }
    const last = runs.at(-1)
    if (last?.font === run.font && last.isPrintable === run.isPrintable) last.text += segment
    else runs.push(run)
  }
  return runs
}

/** What pdfkit knows of a font and has no type for. */
type Opened = { _font: { font: { hasGlyphForCodePoint: (point: number) => boolean } } }

function hasLetter(doc: Pdf, font: string, letter: string): boolean {
  const opened = (doc.font(font) as unknown as Opened)._font.font
  return [...letter].every((point) => opened.hasGlyphForCodePoint(point.codePointAt(0) ?? 0))
}
