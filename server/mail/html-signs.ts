/** HTML's names for the signs from U+00A0 to U+00FF, in their order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

/** And those beyond that mail programs write. */
const others: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  OElig: 'Œ',
  oelig: 'œ',
  Scaron: 'Š',
  scaron: 'š',
  Yuml: 'Ÿ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  zwnj: '\u200c',
  zwj: '\u200d',
  lrm: '',
  rlm: '',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  dagger: '†',
  Dagger: '‡',
  bull: '•',
  hellip: '…',
  permil: '‰',
  prime: '′',
  Prime: '″',
  lsaquo: '‹',
  rsaquo: '›',
  euro: '€',
  trade: '™',
  larr: '←',
  uarr: '↑',
  rarr: '→',
  darr: '↓',
  harr: '↔',
  hearts: '♥',
  minus: '−',
  le: '≤',
  ge: '≥',
  ne: '≠',
  infin: '∞',
}

const named = new Map([
  ...latin.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...Object.entries(others),
])

/** What browsers read for the numbers of Windows' signs (HTML, 13.2.5.80). */
const windows = new TextDecoder('windows-1252')

/** Signs written by name or number as themselves. What is none stays as it stands. */
export function withSigns(text: string): string {
  return text.replace(/&(?:#(\d+)|#[xX]([\dA-Fa-f]+)|([A-Za-z]\w{1,7}));?/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return named.get(name) ?? whole
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return signOf(point)
  })
}

function signOf(point: number): string {
  if (point >= 0x80 && point < 0xa0) return windows.decode(Uint8Array.of(point))
  if (point === 0 || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return '\ufffd'
  return String.fromCodePoint(point)
}
