import { fileURLToPath } from 'node:url'

/** The document that is drawn on. */
export type Pdf = PDFKit.PDFDocument

const faces = ['regular', 'italic', 'semibold'] as const
export type Face = (typeof faces)[number]

/** Literata as TrueType: first Latin with its kerning, then the other letters it has (Latin extended, Greek, Cyrillic). */
const fontsOf = (face: Face) => [face, `${face}-more`]

/** Gives a document the letters; a font is read when it is first drawn with, and what is used of it is embedded. */
export function registerFaces(doc: Pdf): void {
  for (const font of faces.flatMap(fontsOf)) {
    doc.registerFont(font, fileURLToPath(new URL(`fonts/literata-${font}.ttf`, import.meta.url)))
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
