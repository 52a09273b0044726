import { readFileSync } from 'node:fs'
import { facesIn } from './collection.ts'
import { hasLetter, mayBeEmbedded, type Pdf } from './faces.ts'
import { namesFor, ownFonts, systemFonts } from './font-files.ts'

/** Simplified Chinese, traditional Chinese, Japanese or Korean, abbreviated as in the names of fonts that cover all four. */
export type Eastern = 'sc' | 'tc' | 'jp' | 'kr'

/** The forms that the Chinese characters of a text take, according to its language or else its other letters. */
export function easternOf(language: string, text: string): Eastern {
  if (/^zh-(Hant|TW|HK|MO)/i.test(language)) return 'tc'
  if (/^zh/i.test(language)) return 'sc'
  if (/^ja/i.test(language) || /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp'
  return /^ko/i.test(language) || /\p{Script=Hangul}/u.test(text) ? 'kr' : 'sc'
}

/**
 * Returns a function that looks for a font with a letter, first in the operator's folder, then among the system's fonts for its
 * script. Each file is read once per document, and only when no earlier font has the letter. That function returns the name under
 * which the document knows the font.
 */
export function findFont(doc: Pdf, folder: string, eastern: Eastern) {
  const fonts = new Map<string, string | null>()
  const open = (path: string) => {
    const known = fonts.get(path)
    if (known !== undefined) return known
    const font = openFont(doc, path, `found-${fonts.size}`, eastern)
    fonts.set(path, font)
    return font
  }
  let own: string[] | undefined
  return (letter: string): string | undefined => {
    own ??= folder === '' ? [] : ownFonts(folder)
    const names = namesFor(letter).toSorted((a, b) => Number(isFor(b, eastern)) - Number(isFor(a, eastern)))
    for (const path of [...own, ...systemFonts(names)]) {
      const font = open(path)
      if (font && hasLetter(doc, font, letter)) return font
    }
    return undefined
  }
}

const isFor = (name: string, eastern: Eastern) => new RegExp(`(?:cjk|sans)${eastern}\\b`, 'i').test(name)

/** Registers a font with the document; null for a file that is not a font or may not be embedded. */
function openFont(doc: Pdf, path: string, name: string, eastern: Eastern): string | null {
  try {
    const file = readFileSync(path)
    const faces = facesIn(file)
    doc.registerFont(name, file, faces?.find((face) => isFor(face, eastern)) ?? faces?.[0])
    return mayBeEmbedded(doc, name) ? name : null
  } catch {
    return null
  }
}
