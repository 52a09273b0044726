// biome-ignore-all format: tables read as tables
/**
 * ANSEL (ANSI/NISO Z39.47, as GEDCOM 5.5.1 uses it): combining marks stand before the letter that they belong to, while Unicode
 * has them after it. A letter and its marks are composed (NFC).
 */
const spacing: Record<number, string> = {
  161: 'Ł', 162: 'Ø', 163: 'Đ', 164: 'Þ', 165: 'Æ', 166: 'Œ', 167: 'ʹ', 168: '·', 169: '♭', 170: '®', 171: '±',
  172: 'Ơ', 173: 'Ư', 174: 'ʼ', 176: 'ʻ', 177: 'ł', 178: 'ø', 179: 'đ', 180: 'þ', 181: 'æ', 182: 'œ', 183: 'ʺ',
  184: 'ı', 185: '£', 186: 'ð', 188: 'ơ', 189: 'ư', 190: '□', 191: '■', 192: '°', 193: 'ℓ', 194: '℗', 195: '©',
  196: '♯', 197: '¿', 198: '¡', 199: 'ß', 200: '€', 205: 'e', 206: 'o', 207: 'ß',
}

const marks: Record<number, string> = {
  224: '\u0309', 225: '\u0300', 226: '\u0301', 227: '\u0302', 228: '\u0303', 229: '\u0304', 230: '\u0306',
  231: '\u0307', 232: '\u0308', 233: '\u030c', 234: '\u030a', 235: '\ufe20', 236: '\ufe21', 237: '\u0315',
  238: '\u030b', 239: '\u0310', 240: '\u0327', 241: '\u0328', 242: '\u0323', 243: '\u0324', 244: '\u0325',
  245: '\u0333', 246: '\u0332', 247: '\u0326', 248: '\u031c', 249: '\u032e', 250: '\ufe22', 251: '\ufe23',
  252: '\u0338', 254: '\u0313',
}

/** The marks before a letter, and the letter; or else a single sign that is not ASCII. */
const SIGN = /([\xe0-\xfc\xfe]+)([^\xe0-\xfc\xfe]?)|[\x80-\xff]/g
/** More than any letter has. Putting marks in their order takes the longer, the more there are. */
const MARKS_MAX = 30

/** Decodes ANSEL; an unknown byte becomes U+FFFD. */
export const decodeAnsel = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(SIGN, (sign, before: string | undefined, letter: string) => {
      if (before === undefined) return spacingOf(sign)
      if (letter === '') return ''
      const above = [...before.slice(0, MARKS_MAX)].map((mark) => marks[mark.charCodeAt(0)])
      return `${spacingOf(letter)}${above.join('')}`.normalize('NFC')
    })

function spacingOf(sign: string): string {
  const code = sign.charCodeAt(0)
  return code < 128 ? sign : (spacing[code] ?? '\ufffd')
}

export const hasStroke = (text: string): boolean => text.includes('\u0338')
/** How text was read before the stroke through a letter was known. */
export const withoutStroke = (text: string): string => text.replace(/(.)\u0338/gu, '\ufffd$1')
