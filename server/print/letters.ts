import { type Face, faces, hasLetter, type Pdf, shipped, silent } from './faces.ts'
import { type Eastern, findFont } from './found-fonts.ts'
import { tellGlyphs } from './tell-glyphs.ts'

/** Where a document gets its letters from: the shipped fonts, then the operator's folder, then the system's fonts. */
export type Letters = {
  doc: Pdf
  /** The name of a font that has all characters of this letter; undefined where there is none. */
  fontFor: (face: Face, letter: string) => string | undefined
  /** The letters that no font had so far. */
  missing: Set<string>
}

export type LettersFrom = {
  /** The folder of the operator's own fonts; empty for none. */
  folder: string
  /** Which form a Chinese character takes, in fonts that have several. */
  eastern?: Eastern
}

/** Gives a document its fonts. A font is read when it is first used, and only the letters used are embedded. */
export function openLetters(doc: Pdf, { folder, eastern = 'sc' }: LettersFrom): Letters {
  for (const face of faces) for (const [name, path] of shipped(face)) doc.registerFont(name, path)
  const found = findFont(doc, folder, eastern)
  const known = new Map<string, string | undefined>()
  const fonts = new Set<string>()
  const told = (font: string | undefined) => {
    if (font === undefined || fonts.has(font)) return font
    fonts.add(font)
    tellGlyphs(doc, font)
    return font
  }
  return {
    doc,
    missing: new Set(),
    fontFor: (face, letter) => {
      const key = `${face} ${letter}`
      if (!known.has(key)) {
        const own = shipped(face).find(([name]) => hasLetter(doc, name, letter))
        known.set(key, told(own?.[0] ?? found(letter)))
      }
      return known.get(key)
    },
  }
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The letters of a text as people count them (grapheme clusters). */
export const lettersIn = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)

/** Stands in place of letters that could not be printed. */
const OMITTED = '[…]'
const pictograph = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u

/**
 * A text with only what can be printed. A letter that no font has is replaced by `OMITTED`; an emoji that no font has is left out.
 * Both are added to `missing`, so that the family can be told.
 */
export function printable(letters: Letters, face: Face, text: string): string {
  const shown = lettersIn(text.normalize('NFC')).map((letter) => {
    if (/^\s+$/u.test(letter)) return letter
    const isPicture = pictograph.test(letter)
    if (letters.fontFor(face, letter)) return isPicture ? letter.replaceAll(silent, '') : letter
    if (letter.replaceAll(silent, '') === '') return ''
    letters.missing.add(letter)
    return isPicture ? '' : OMITTED
  })
  return shown.join('').replaceAll(/(?:\[…\]\s*)+(?=\[…\])/gu, '')
}

/** Whether a text contains letters that `printable` found no font for. */
export const lacksLetters = ({ missing }: Letters, text: string): boolean =>
  lettersIn(text.normalize('NFC')).some((letter) => missing.has(letter))

/** Enough letters to see which script they belong to. */
const LETTERS_TOLD = 24

/** Letters that could not be printed, as they are shown to a family. */
export const lettersTold = (missing: readonly string[]): string =>
  missing.slice(0, LETTERS_TOLD).join(' ').toWellFormed()
