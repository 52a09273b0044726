/**
 * The class of a character, which says how it behaves beside characters of the other direction (UAX 9, table 4). Formatting
 * characters that set a direction themselves are not among the classes: the caller removes them first.
 */
export type BidiClass = 'L' | 'R' | 'AL' | 'EN' | 'ES' | 'ET' | 'AN' | 'CS' | 'NSM' | 'WS' | 'ON'

const arabic =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Hanifi_Rohingya}\p{Script=Sogdian}\p{Script=Yezidi}]/u
const hebrewAndOthers =
  /[\p{Script=Hebrew}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Mende_Kikakui}\p{Script=Imperial_Aramaic}\p{Script=Phoenician}\p{Script=Avestan}]/u

/**
 * The first class that matches applies. JavaScript knows scripts and categories but not these classes, which follow
 * DerivedBidiClass.txt.
 */
const classes: readonly (readonly [BidiClass, RegExp])[] = [
  ['NSM', /[\p{Mn}\p{Me}\u200c\u200d]/u],
  ['AN', /[\u0600-\u0605\u0660-\u0669\u066b\u066c\u06dd\u0890\u0891\u08e2]/u],
  [
    'EN',
    /[0-9\u06f0-\u06f9\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089\u2488-\u249b\uff10-\uff19\u{1d7ce}-\u{1d7ff}]/u,
  ],
  ['ES', /[+\-\u207a\u207b\u208a\u208b\u2212\ufb29\ufe62\ufe63\uff0b\uff0d]/u],
  ['ET', /[#%\p{Sc}\u00b0\u00b1\u0609\u060a\u066a\u2030-\u2034\u212e\u2213\ufe5f\ufe6a\uff03\uff05]/u],
  ['CS', /[,./:\u00a0\u060c\u202f\u2044\ufe50\ufe52\ufe55\uff0c\uff0e\uff0f\uff1a]/u],
  ['WS', /\s/u],
  // Arabic signs that stand between words of either direction.
  ['ON', /[\u0606\u0607\u060e\u060f\u06de\u06e9\ufd3e-\ufd4f\ufdcf\ufdfd-\ufdff]/u],
  ['AL', /[\u061b-\u061f\u0640\u066d]/u],
  ['AL', arabic],
  ['R', hebrewAndOthers],
  ['L', /[\p{L}\p{Mc}\p{Nd}\p{Nl}\u{1f110}-\u{1f169}\u{1f1e6}-\u{1f1ff}]/u],
]

const known = new Map<string, BidiClass>()

export function bidiClassOf(sign: string): BidiClass {
  const before = known.get(sign)
  if (before) return before
  const found = classes.find(([, signs]) => signs.test(sign))?.[0] ?? 'ON'
  known.set(sign, found)
  return found
}

/** Whether a text contains anything that is read from right to left. */
export const hasRightToLeft = (text: string): boolean =>
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(text)

const mirrored = new Map<string, string>()
for (const [left, right] of [
  '()',
  '[]',
  '{}',
  '<>',
  '«»',
  '‹›',
  '⟨⟩',
  '⟪⟫',
  '≤≥',
  '⁅⁆',
  '⁽⁾',
  '₍₎',
  '⌈⌉',
  '⌊⌋',
  '（）',
  '［］',
  '｛｝',
  '「」',
  '『』',
  '【】',
  '《》',
  '〈〉',
].map((pair) => [...pair])) {
  if (left === undefined || right === undefined) continue
  mirrored.set(left, right).set(right, left)
}

/** The mirrored form of a character, for text that is read from right to left (UAX 9, L4). */
export const mirror = (sign: string): string => mirrored.get(sign) ?? sign

/** The bracket that closes this one, or undefined where this is no opening bracket (UAX 9, N0). */
export const closingOf = (sign: string): string | undefined =>
  /^\p{Ps}$/u.test(sign) ? mirrored.get(sign) : undefined
