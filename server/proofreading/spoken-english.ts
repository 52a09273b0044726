import type { EnglishFinding } from './proofread-english.ts'

export type Correction = {
  type: 'typo' | 'grammar'
  from: number
  to: number
  replacement: string
  reason: string
}

/**
 * The kinds of Harper's findings that matter in a transcript. A transcript says what was said: how somebody talks (repetitions,
 * dialect, "we was", fillers, long sentences) is their own way, and commas cannot be heard. What remains are the mistakes of an
 * engine or a typist: words that do not exist, and words that sound like the right one.
 */
const KINDS: Record<string, Correction['type'] | undefined> = {
  Spelling: 'typo',
  Typo: 'typo',
  BoundaryError: 'typo',
  Grammar: 'grammar',
  Eggcorn: 'grammar',
  Malapropism: 'grammar',
  WordChoice: 'grammar',
  Usage: 'grammar',
}
/** An unknown word that occurs this often is a word of this family, not a slip. */
const OWN_WORD_TIMES = 3
const ARTICLE = /^an?$/i
/** Words that people say and that nobody mishears. */
const SPOKEN = new Set([
  'gonna',
  'wanna',
  'gotta',
  'kinda',
  'sorta',
  'dunno',
  'yeah',
  'yep',
  'nope',
  'uh',
  'um',
  'hmm',
  'mhm',
  'huh',
  'ain’t',
  "ain't",
  'cause',
  "'cause",
  'em',
  "'em",
  'til',
  'y’all',
  "y'all",
  'okay',
  'ok',
  'ma',
  'pa',
])

/** The corrections that deserve a person's attention, from all that Harper says of some texts. */
export function spokenCorrections(
  texts: readonly string[],
  findings: readonly EnglishFinding[],
): (Correction & { text: number })[] {
  const times = new Map<string, number>()
  const said = (finding: EnglishFinding) => (texts[finding.text] ?? '').slice(finding.from, finding.to)
  for (const finding of findings) {
    if (finding.kind !== 'Spelling') continue
    const word = said(finding).toLowerCase()
    times.set(word, (times.get(word) ?? 0) + 1)
  }

  return findings.flatMap((finding) => {
    const original = said(finding)
    const [replacement] = finding.replacements
    const type = typeOf(finding, original)
    if (type === undefined || replacement === undefined || isSame(original, replacement)) return []
    if (SPOKEN.has(original.toLowerCase())) return []
    if (finding.kind === 'Spelling') {
      if ((times.get(original.toLowerCase()) ?? 0) >= OWN_WORD_TIMES) return []
      if (isName(texts[finding.text] ?? '', finding) || !isLike(original, replacement)) return []
    }
    const { text, from, to, message: reason } = finding
    return { text, type, from, to, replacement, reason }
  })
}

function typeOf({ kind, replacements }: EnglishFinding, original: string): Correction['type'] | undefined {
  const isArticle = ARTICLE.test(original) && ARTICLE.test(replacements[0] ?? '')
  return isArticle ? 'grammar' : KINDS[kind]
}

/** Whether two words sound the same: capitals, hyphens and apostrophes cannot be heard. */
function isSame(one: string, other: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return plain(one) === plain(other) && !/['’]/.test(other)
}

/** Whether a word is a name: one with a capital in the middle of a sentence is taken for that of a person or a place. */
function isName(text: string, { from, to }: EnglishFinding): boolean {
  const word = text.slice(from, to)
  if (!/^\p{Lu}/u.test(word)) return false
  const isFirst = /(^|[.!?…]["”’)]*\s+)$/u.test(text.slice(0, from))
  return !isFirst || /^\p{Lu}/u.test(text.slice(to).trimStart())
}

/**
 * Whether two words are alike. The dictionary's nearest word is often very different: then the original is foreign rather than
 * misspelt.
 */
function isLike(one: string, other: string): boolean {
  return editDistance(one.toLowerCase(), other.toLowerCase()) <= (one.length <= 4 ? 1 : 2)
}

/** The number of letters inserted, left out, replaced or swapped with their neighbour. */
function editDistance(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      const cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same)
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(swapped ? Math.min(cost, (before[j - 2] ?? 0) + 1) : cost)
    }
    ;[before, last] = [last, row]
  }
  return last[other.length] ?? 0
}
