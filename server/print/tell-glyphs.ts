import type { Pdf } from './faces.ts'

/** Internals with which pdfkit writes text, and which its types do not describe. Lengths are in thousandths of the font size. */
type Glyph = { id: number; advanceWidth: number; codePoints: number[] }
type Embedded = {
  font: { getGlyph: (id: number, codePoints?: number[]) => Glyph }
  scale: number
  subset: { mapping: Record<number, number | undefined>; includeGlyph: (id: number) => number }
  widths: number[]
  unicode: number[][]
  layout: (text: string, features?: unknown) => { glyphs: Glyph[]; positions: unknown[] }
  encode: (text: string, features?: unknown) => [codes: string[], positions: unknown[]]
}

/**
 * Makes a font record for each drawn glyph which letters it stands for, so that the text can be searched and copied. pdfkit records
 * only the first letters of each glyph, but shaped letters share glyphs: in Arabic, one stroke under different dots serves six
 * letters.
 */
export function tellGlyphs(doc: Pdf, font: string): void {
  const embedded = (doc.font(font) as unknown as { _font: Embedded })._font
  keepLetters(embedded.font)
  const codes = new Map<string, number>()
  embedded.encode = (text, features) => {
    const { glyphs, positions } = embedded.layout(text, features)
    return [glyphs.map((glyph) => hexadecimal(codeOf(embedded, codes, glyph))), positions]
  }
}

/**
 * Keeps the letters that the shaper passes for each glyph. The font itself keeps one object per glyph, with the letters that the
 * glyph had first.
 */
function keepLetters(font: Embedded['font']): void {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints) => {
    const glyph = getGlyph(id, codePoints)
    if (codePoints === undefined || codePoints.join() === glyph.codePoints.join()) return glyph
    return Object.create(glyph, { codePoints: { value: codePoints } })
  }
}

function codeOf({ subset, scale, widths, unicode }: Embedded, codes: Map<string, number>, glyph: Glyph) {
  const key = `${glyph.id} ${glyph.codePoints.join(' ')}`
  const known = codes.get(key)
  if (known !== undefined) return known
  // Removed from the mapping, the glyph is included once more, under a code of its own.
  delete subset.mapping[glyph.id]
  const code = subset.includeGlyph(glyph.id)
  widths[code] = glyph.advanceWidth * scale
  unicode[code] = glyph.codePoints
  codes.set(key, code)
  return code
}

const hexadecimal = (code: number) => code.toString(16).padStart(4, '0')
