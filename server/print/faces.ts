import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The PDF document that is drawn on. */
export type Pdf = PDFKit.PDFDocument

export const faces = ['regular', 'italic', 'semibold'] as const
export type Face = (typeof faces)[number]

const inPackage = createRequire(import.meta.url).resolve

/**
 * The fonts that Kinora ships for a face, in the order in which they are tried. First Literata as TrueType: Latin with its kerning,
 * then the other letters it has (Latin extended, Greek, Cyrillic). Then Noto for Arabic and Hebrew, which have no italics.
 */
export function shipped(face: Face): [name: string, path: string][] {
  const weight = face === 'semibold' ? 600 : 400
  const literata = [face, `${face}-more`].map((name): [string, string] => [
    name,
    fileURLToPath(new URL(`fonts/literata-${name}.ttf`, import.meta.url)),
  ])
  const noto = ['arabic', 'hebrew'].map((script): [string, string] => [
    `${script}-${weight}`,
    inPackage(`@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-${weight}-normal.woff`),
  ])
  return [...literata, ...noto]
}

/** Internals of a font in pdfkit, which its types do not describe. */
type Opened = {
  _font: {
    ascender: number
    font: {
      hasGlyphForCodePoint: (point: number) => boolean
      directory: { tables: Record<string, unknown> }
      'OS/2'?: { fsType?: Partial<Record<'noEmbedding' | 'noSubsetting' | 'bitmapOnly', boolean>> }
    }
  }
}

const opened = (doc: Pdf, font: string) => (doc.font(font) as unknown as Opened)._font

/** Characters that only change how their neighbours look. */
export const silent = /\u200c|\u200d|[\ufe00-\ufe0f]|[\u{1f3fb}-\u{1f3ff}]|[\u{e0020}-\u{e007f}]/gu

/** Whether a font has every character of a letter. */
export function hasLetter(doc: Pdf, font: string, letter: string): boolean {
  const signs = [...letter.replaceAll(silent, '')]
  return (
    signs.length > 0 &&
    signs.every((sign) => opened(doc, font).font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))
  )
}

/** Whether a font consists of outlines and its makers allow parts of it to be embedded in a document. */
export function mayBeEmbedded(doc: Pdf, font: string): boolean {
  const { directory, 'OS/2': os2 } = opened(doc, font).font
  const { noEmbedding = false, noSubsetting = false, bitmapOnly = false } = os2?.fsType ?? {}
  const hasOutlines = 'glyf' in directory.tables || 'CFF ' in directory.tables
  const isColoured = 'CBDT' in directory.tables || 'sbix' in directory.tables
  return hasOutlines && !isColoured && !noEmbedding && !noSubsetting && !bitmapOnly
}

/** How far the letters of a face reach above the baseline, in points. */
export const ascentOf = (doc: Pdf, face: Face, size: number): number =>
  (opened(doc, face).ascender * size) / 1000
