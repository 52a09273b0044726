import { type Dirent, readdirSync, statSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { basename, extname, join } from 'node:path'

const isFont = (name: string) =>
  ['.ttf', '.otf', '.ttc', '.otc', '.woff'].includes(extname(name).toLowerCase())
/** The largest font file that is read. A face for all of Chinese, Japanese and Korean has about 20 MB. */
const FONT_MAX_BYTES = 64 * 1024 * 1024
/** As many fonts as somebody puts into a folder by hand, but not all faces of a system. */
const OWN_FONTS_MAX = 60

/** The folder in which an operator puts fonts for letters that no font here has. */
export const fontFolder = ({ dataDir }: { dataDir: string }): string => join(dataDir, 'fonts')

/** The paths of the font files in the operator's folder, sorted by name. */
export function ownFonts(folder: string): string[] {
  return filesIn(folder).slice(0, OWN_FONTS_MAX)
}

const systemFolders: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['/System/Library/Fonts', '/Library/Fonts', join(homedir(), 'Library/Fonts')],
  win32: ['C:\\Windows\\Fonts', join(homedir(), 'AppData/Local/Microsoft/Windows/Fonts')],
}
const elsewhere = ['/usr/share/fonts', '/usr/local/share/fonts', join(homedir(), '.local/share/fonts')]

let known: Map<string, string> | undefined

/** The paths of the system's fonts with these file names (without extension), in the order of the names. */
export function systemFonts(names: readonly string[]): string[] {
  known ??= readSystem(systemFolders[platform()] ?? elsewhere)
  return names.flatMap((name) => known?.get(name.toLowerCase()) ?? [])
}

function readSystem(folders: readonly string[]): Map<string, string> {
  const found = folders.flatMap((folder) => filesIn(folder, true))
  return new Map(found.map((path) => [basename(path, extname(path)).toLowerCase(), path]))
}

function filesIn(folder: string, recursive = false): string[] {
  return readFolder(folder)
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return recursive ? filesIn(path, recursive) : []
      return isFont(entry.name) && sizeOf(path) <= FONT_MAX_BYTES ? [path] : []
    })
    .toSorted()
}

/** A folder that cannot be read counts as empty, and does not keep its neighbours from being read. */
function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function sizeOf(path: string): number {
  try {
    const found = statSync(path)
    return found.isFile() ? found.size : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** The file names that systems use for fonts of a script, the better ones first. */
const namesByScript: readonly (readonly [RegExp, string[]])[] = [
  [
    /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u3000-\u303f\uff00-\uffef]/u,
    [
      'NotoSansCJK-Regular',
      'NotoSansCJKsc-Regular',
      'NotoSansCJKjp-Regular',
      'NotoSansCJKkr-Regular',
      'NotoSansSC-Regular',
      'NotoSansJP-Regular',
      'NotoSansKR-Regular',
      'NotoSerifCJK-Regular',
      'SourceHanSans-Regular',
      'wqy-zenhei',
      'wqy-microhei',
      'Hiragino Sans GB',
      'STHeiti Light',
      'AppleSDGothicNeo',
      'msyh',
      'YuGothR',
      'malgun',
      'DroidSansFallbackFull',
      'DroidSansFallback',
      'Arial Unicode',
    ],
  ],
]

const scripts = [
  'Armenian',
  'Bengali',
  'Cherokee',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Mongolian',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Syriac',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
  'Tifinagh',
].map((name) => ({ name, letters: new RegExp(`\\p{Script=${name}}`, 'u') }))

const forMany = [
  'NotoSansSymbols2-Regular',
  'NotoSansSymbols-Regular',
  'NotoSansMath-Regular',
  'NotoEmoji-Regular',
  'DejaVuSans',
  'FreeSans',
  'FreeSerif',
  'Arial Unicode',
  'Apple Symbols',
  'Nirmala',
  'LeelawUI',
  'ebrima',
  'sylfaen',
  'seguisym',
]

/** The file names under which a system may have a font with this letter. */
export function namesFor(letter: string): string[] {
  const own = namesByScript.filter(([letters]) => letters.test(letter)).flatMap(([, names]) => names)
  const script = scripts.find(({ letters }) => letters.test(letter))?.name
  const noto = script ? ['Sans', 'Serif'].map((kind) => `Noto${kind}${script}-Regular`) : []
  return [...own, ...noto, ...(script ? [`Lohit-${script}`] : []), ...forMany]
}
