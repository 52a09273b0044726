import { setImmediate } from 'node:timers/promises'
import { decodeAnsel, hasStroke, withoutStroke } from './ansel.ts'
import { decodeCodePage437 } from './code-page-437.ts'
import { GedcomError } from './gedcom-error.ts'

/** What programs call the encoding of DOS. */
const OF_DOS = /^(?:IBM[ _-]?(?:PC|DOS)|MS-?DOS|CP437)\b/

export type Decoded = {
  text: string
  encoding: string
  /** How a text of the file was read by earlier versions of this; undefined where it was read as it is now. */
  asBefore?: (text: string) => string
}

/** How much of the start is searched for the header's CHAR line. */
const HEADER_BYTES = 8_192

/**
 * Decodes a GEDCOM file. Its encoding is taken from the byte order mark, or else from the header, or else from the bytes.
 * @throws GedcomError COMPRESSED, NOT_GEDCOM
 */
export async function decodeGedcom(bytes: Uint8Array): Promise<Decoded> {
  const { text, ...found } = await decoded(bytes)
  // PostgreSQL cannot store U+0000, and no name contains it.
  return { text: text.includes('\0') ? text.replaceAll('\0', '') : text, ...found }
}

async function decoded(bytes: Uint8Array): Promise<Decoded> {
  if (startsWith(bytes, [0x50, 0x4b]) || startsWith(bytes, [0x1f, 0x8b])) throw new GedcomError('COMPRESSED')
  const unicode = unicodeOf(bytes)
  if (unicode === 'utf-8') return { text: wholeUtf8(bytes) ?? (await brokenUtf8(bytes)), encoding: 'UTF-8' }
  if (unicode) return { text: new TextDecoder(unicode).decode(bytes), encoding: unicode.toUpperCase() }

  const header = new TextDecoder('latin1').decode(bytes.subarray(0, HEADER_BYTES))
  if (!/^[\s\ufeff]*0\s+HEAD/.test(header)) throw new GedcomError('NOT_GEDCOM')
  const words = /^\s*1\s+CHAR[ \t]+(\S.*)/m.exec(header)?.[1]?.toUpperCase() ?? 'UTF-8'
  const [said = ''] = words.split(/\s/)
  if (said === 'ANSEL') {
    const text = await inBlocks(bytes, decodeAnsel)
    return { text, encoding: 'ANSEL', ...(hasStroke(text) ? { asBefore: withoutStroke } : {}) }
  }
  if (OF_DOS.test(words)) return { text: await inBlocks(bytes, decodeCodePage437), encoding: 'IBMPC' }
  if (/^IBM[ _-]?WINDOWS/.test(words)) return latin(bytes)
  if (['ANSI', 'WINDOWS', 'CP1252', 'ISO-8859-1', 'ISO8859-1', 'LATIN1'].includes(said)) return latin(bytes)
  const named = labelOf(said)
  if (named) return { text: new TextDecoder(named).decode(bytes), encoding: named }
  const text = wholeUtf8(bytes)
  return text === null ? brokenOrLatin(bytes) : { text, encoding: 'UTF-8' }
}

/** How many bytes are decoded one by one before the process turns to other requests. */
const BLOCK = 65_536
/** The first of the marks that ANSEL has before their letters. */
const FIRST_MARK = 0xe0
const MARKS_MAX = 30

async function inBlocks(bytes: Uint8Array, decode: (block: Uint8Array) => string): Promise<string> {
  const pieces: string[] = []
  for (let from = 0, until = 0; from < bytes.length; from = until) {
    until = Math.min(from + BLOCK, bytes.length)
    // A mark and its letter stay together.
    const most = until
    while (until < bytes.length && most - until < MARKS_MAX && (bytes[until - 1] ?? 0) >= FIRST_MARK)
      until -= 1
    pieces.push(decode(bytes.subarray(from, until)))
    await setImmediate()
  }
  return pieces.join('')
}

function wholeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Reads bytes that are no UTF-8 although the header says so, or says nothing. Older programs on Windows wrote Latin-1 into such
 * files; but where most letters are UTF-8, only a few are broken, and the others are not to be lost with them.
 */
async function brokenOrLatin(bytes: Uint8Array): Promise<Decoded> {
  const text = await brokenUtf8(bytes)
  // A letter of several bytes makes a text shorter than its bytes.
  const whole = bytes.length - text.length
  let broken = 0
  for (let at = text.indexOf('\ufffd'); at !== -1 && broken < whole; at = text.indexOf('\ufffd', at + 1)) {
    broken += 1
  }
  if (whole <= broken) return latin(bytes)
  return { text, encoding: 'UTF-8', asBefore: (one) => latin(Buffer.from(one)).text }
}

/** How many CONC lines are looked at before the process turns to other requests. */
const CONC_AT_ONCE = 20_000
const CONC = 'CONC '
/** The end of a line, and the level of the next one before its tag. */
const NEXT_LINE = /(?:\r\n?|\n)[ \t]*\d{1,2}[ \t]+$/

/**
 * Decodes what can be decoded. Programs that cut texts by their bytes leave the first bytes of a letter at the end of a line, and
 * the rest of them at the start of the CONC line after it: such a letter is put together first.
 */
async function brokenUtf8(bytes: Uint8Array): Promise<string> {
  const mended = Buffer.from(bytes)
  let count = 0
  for (let at = mended.indexOf(CONC); at !== -1; at = mended.indexOf(CONC, at + 1)) {
    count += 1
    if (count % CONC_AT_ONCE === 0) await setImmediate()
    const text = at + CONC.length
    let rest = 0
    while (rest < 3 && ((mended[text + rest] ?? 0) & 0xc0) === 0x80) rest += 1
    const between = rest > 0 && NEXT_LINE.exec(mended.toString('latin1', Math.max(0, at - 16), at))
    if (!between) continue
    const end = at - between[0].length
    if ((mended[end - 1] ?? 0) < 0x80) continue
    const half = mended.toString('latin1', text, text + rest)
    mended.copyWithin(end + rest, end, text)
    mended.write(half, end, 'latin1')
  }
  return new TextDecoder().decode(mended)
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
