import { decodeAnsel } from './ansel.ts'
import { decodeCodePage437 } from './code-page-437.ts'
import { GedcomError } from './gedcom-error.ts'

/** What programs call the encoding of DOS. */
const OF_DOS = /^(?:IBM[ _-]?(?:PC|DOS)|MS-?DOS|CP437)\b/

export type Decoded = { text: string; encoding: string }

/** How much of the start is searched for the header's CHAR line. */
const HEADER_BYTES = 8_192

/**
 * Decodes a GEDCOM file. Its encoding is taken from the byte order mark, or else from the header, or else from the bytes.
 * @throws GedcomError COMPRESSED, NOT_GEDCOM
 */
export function decodeGedcom(bytes: Uint8Array): Decoded {
  const { text, encoding } = decoded(bytes)
  // PostgreSQL cannot store U+0000, and no name contains it.
  return { text: text.includes('\0') ? text.replaceAll('\0', '') : text, encoding }
}

function decoded(bytes: Uint8Array): Decoded {
  if (startsWith(bytes, [0x50, 0x4b]) || startsWith(bytes, [0x1f, 0x8b])) throw new GedcomError('COMPRESSED')
  const unicode = unicodeOf(bytes)
  if (unicode) return { text: new TextDecoder(unicode).decode(bytes), encoding: unicode.toUpperCase() }

  const header = new TextDecoder('latin1').decode(bytes.subarray(0, HEADER_BYTES))
  if (!/^[\s\ufeff]*0\s+HEAD/.test(header)) throw new GedcomError('NOT_GEDCOM')
  const words = /^\s*1\s+CHAR[ \t]+(\S.*)/m.exec(header)?.[1]?.toUpperCase() ?? 'UTF-8'
  const [said = ''] = words.split(/\s/)
  if (said === 'ANSEL') return { text: decodeAnsel(bytes), encoding: 'ANSEL' }
  if (OF_DOS.test(words)) return { text: decodeCodePage437(bytes), encoding: 'IBMPC' }
  if (/^IBM[ _-]?WINDOWS/.test(words)) return latin(bytes)
  if (['ANSI', 'WINDOWS', 'CP1252', 'ISO-8859-1', 'ISO8859-1', 'LATIN1'].includes(said)) return latin(bytes)
  const named = labelOf(said)
  if (named) return { text: new TextDecoder(named).decode(bytes), encoding: named }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    // The header says UTF-8 or nothing, but the bytes are no UTF-8: older programs on Windows wrote such files.
    return latin(bytes)
  }
}

/** The encodings of other alphabets that programs name, as `TextDecoder` calls them. */
function labelOf(said: string): string | null {
  const windows = /^(?:CP|WINDOWS-?)(125[0-8])$/.exec(said)?.[1]
  if (windows) return `windows-${windows}`
  const iso = /^ISO-?8859-([2-9]|1[013-6])$/.exec(said)?.[1]
  if (iso) return `iso-8859-${iso}`
  return /^MAC(?:INTOSH)?$/.test(said) ? 'macintosh' : null
}

const latin = (bytes: Uint8Array): Decoded => ({
  text: new TextDecoder('windows-1252').decode(bytes),
  encoding: 'Latin-1',
})

function unicodeOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (startsWith(bytes, [0xef, 0xbb, 0xbf])) return 'utf-8'
  if (startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0x30, 0x00])) return 'utf-16le'
  return startsWith(bytes, [0xfe, 0xff]) || startsWith(bytes, [0x00, 0x30]) ? 'utf-16be' : null
}

const startsWith = (bytes: Uint8Array, start: number[]) => start.every((byte, index) => bytes[index] === byte)
