import { type Face, faces, hasLetter, type Pdf, shipped, silent } from './faces.ts'
import { type Eastern, findFont } from './found-fonts.ts'
import { tellGlyphs } from './tell-glyphs.ts'

/** The letters of a document: its own faces, then the operator's folder's and the system's. */
export type Letters = {
  doc: Pdf
  /** The name of a font with all of this letter; undefined where there is none. */
  fontFor: (face: Face, letter: string) => string | undefined
  /** What no font had so far. */
  missing: Set<string>
}

export type LettersFrom = {
  /** Where the operator puts further fonts; empty for none. */
  folder: string
  /** Which of its forms a Chinese character takes, as far as fonts have several. */
  eastern?: Eastern
}

/** Gives a document its letters; a font is read when it is first drawn with, and what is used of it is embedded. */
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

/** A text letter by letter, as people count them. */
export const lettersIn = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)

/** Stands where letters are that could not be printed. */
const OMITTED = '[…]'
const pictograph = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u

/**
 * A text as it can be printed. Where no font has a letter it says so in its place; an emoji without one is left out. Both
 * are kept in `missing`, for whoever tells the family.
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

/** Whether a text that was made printable has letters that no font had. */
export const lacksLetters = ({ missing }: Letters, text: string): boolean =>
  lettersIn(text.normalize('NFC')).some((letter) => missing.has(letter))

/** Enough to see which script it is. */
const LETTERS_TOLD = 24

/** Letters that could not be printed, as a family is told of them. */
export const lettersTold = (missing: readonly string[]): string =>
  missing.slice(0, LETTERS_TOLD).join(' ').toWellFormed()
