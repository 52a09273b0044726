import { readFileSync } from 'node:fs'
import { facesIn } from './collection.ts'
import { hasLetter, mayBeEmbedded, type Pdf } from './faces.ts'
import { namesFor, ownFonts, systemFonts } from './font-files.ts'

/** Simplified or traditional Chinese, Japanese, Korean: as the fonts for all four call them. */
export type Eastern = 'sc' | 'tc' | 'jp' | 'kr'

/** Which forms a text's characters take, from its language or else from its other letters. */
export function easternOf(language: string, text: string): Eastern {
  if (/^zh-(Hant|TW|HK|MO)/i.test(language)) return 'tc'
  if (/^zh/i.test(language)) return 'sc'
  if (/^ja/i.test(language) || /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp'
  return /^ko/i.test(language) || /\p{Script=Hangul}/u.test(text) ? 'kr' : 'sc'
}

/**
 * Looks for a letter in the operator's folder, then in the system's faces of its script. Each file is read once for a
 * document, and only when a letter is asked for that no earlier one has.
 *
 * @returns the name under which the document then knows the font
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

/** null for a file that is no font, or none that may be embedded. */
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
