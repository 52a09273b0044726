import { LEAD_MAX, tidy } from './tidy-text.ts'

/** The line above the question in our mail. Answers are written above it, however a mail program marks its quotation. */
export const answerMark = '---- Please write above this line ----'

/** Mail programs introduce a quotation by `On Monday Ana wrote:`, in any language, on up to three lines. */
const ANNOUNCEMENT_LINES = 3
const SEPARATOR = /^\s*(-{2,}\s*\S.{0,60}\s*-{2,}|_{8,}|-{8,}|\*{8,})\s*$/
/** `From: …`, `Von: …`: a line of the header block that some mail programs put above a quotation. */
const HEAD_LINE = /^\s*\*?[\p{L} ]{2,20}\*?\s?:\*?\s+\S/u
/** The text that a person wrote in reply to a mail of ours, without quotations and without the signature. */
export function writtenText(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const quoteAt = quotationAt(lines)
  const above = quoteAt === -1 ? lines : lines.slice(0, withoutAnnouncement(lines, quoteAt))
  const own = tidy(above)
  if (quoteAt === -1) return own
  if (own !== '') return [own, ...writtenBetween(lines, quoteAt)].join('\n\n')
  // The person replied below the question or between its lines.
  const below = tidy(lines.slice(quoteAt).filter((line) => !isQuote(line)))
  if (below !== '') return below
  // Or briefly, in lines that only look like an introduction to the quotation.
  const lead = tidy(lines.slice(above.length, quoteAt))
  return INTRODUCTION.test(lead) ? '' : lead
}

/**
 * The index of the first quoted line, or -1. Our mail begins with `answerMark`, so what is marked further up is quoted by the person
 * themselves, such as an old letter: it belongs to what they wrote.
 */
function quotationAt(lines: string[]): number {
  const first = lines.findIndex(isQuote)
  const ours = lines.findIndex((line) => line.includes(answerMark))
  if (ours === -1 || !isMarked(lines[first] ?? '')) return first
  const unmarked = lines.findIndex((line) => isQuote(line) && !isMarked(line))
  return unmarked !== -1 && unmarked <= ours ? unmarked : blockStart(lines, ours)
}

/** The first line of the block of marked lines that a marked line is in; blank lines and the rests of wrapped ones do not end it. */
function blockStart(lines: string[], at: number): number {
  let first = at
  for (let before = at - 1; before >= 0; before -= 1) {
    const line = lines[before] ?? ''
    const above = lines[before - 1] ?? ''
    if (isMarked(line)) first = before
    else if (line.trim() !== '' && !(isMarked(above) && isRestOf(above, line))) break
  }
  return first
}

/** What tells an introduction from what a person wrote: the line above a header block, an address, a time, or a word for it. */
const INTRODUCTION = /^[_*-]{2}|@|\d[:.h]\d\d|\b(wrote|schrieb)\b/i
const ORIGINAL = /^\s*-{2,}\s?(original|forwarded|ursprüngliche|weitergeleitete) .{2,40}-{2,}\s*$/i
const isMarked = (line: string) => line.trimStart().startsWith('>')
const isQuote = (line: string) =>
  line.includes(answerMark) || isMarked(line) || (line.length < LEAD_MAX && ORIGINAL.test(line))

/** A quoted line as long as this may have been wrapped on the way, without a mark before its rest, unless a sentence ends with it. */
const WRAPPED_MIN = 60
const SENTENCE_END = /[.!?…:。？！]["'”»“’)]*\s*$/
const ADDRESS_END = /https?:\/\/\S+$/
/** What scanners of viruses put below everything. */
const SCANNED = /^\s*(virus-free\.|‹#)/i

/**
 * What was written between and below the lines of a quotation, where each of these is marked; otherwise nothing tells what is whose.
 */
function writtenBetween(lines: string[], quoteAt: number): string[] {
  const quotation = lines.slice(quoteAt)
  if (quotation.some((line) => isQuote(line) && !isMarked(line))) return []
  const parts: string[] = []
  let part: string[] = []
  let quoted = ''
  const endPart = (end: number) => {
    const written = part.slice(isRestOf(quoted, part[0] ?? '') ? 1 : 0, end)
    const text = tidy(written.filter((line) => !SCANNED.test(line)))
    if (text !== '') parts.push(text)
    part = []
  }
  for (const line of quotation) {
    if (isMarked(line)) {
      endPart(withoutAnnouncement(part, part.length))
      quoted = line
    } else part.push(line)
  }
  endPart(part.length)
  return parts
}

/** Whether a line was broken off the quoted one above it: a long one, or an address, which then goes on without a space. */
function isRestOf(quoted: string, line: string): boolean {
  const rest = line.trim()
  if (rest === '') return false
  if (ADDRESS_END.test(quoted.slice(-LEAD_MAX))) return /^\S*[\d_/=&%-]\S*$/.test(rest.slice(0, LEAD_MAX))
  return quoted.length >= WRAPPED_MIN && !SENTENCE_END.test(quoted.slice(-LEAD_MAX))
}

/** The index of the line where the introduction to a quotation begins. */
function withoutAnnouncement(lines: string[], quoteAt: number): number {
  let at = skipBlank(lines, quoteAt)
  let heads = 0
  while (at > 0 && heads < 8 && HEAD_LINE.test((lines[at - 1] ?? '').slice(0, LEAD_MAX))) {
    at -= 1
    heads += 1
  }
  if (heads >= 2 && isHeadOfMail(lines, at, heads)) return separatorAbove(lines, at)
  at = skipBlank(lines, quoteAt)
  if (!/[:：]$/.test((lines[at - 1] ?? '').trimEnd())) return separatorAbove(lines, quoteAt)
  let first = at
  while (first > 0 && at - first < ANNOUNCEMENT_LINES && (lines[first - 1] ?? '').trim() !== '') first -= 1
  // A longer paragraph was written by the person; only its last line introduces the quotation.
  const isShort = first === 0 || (lines[first - 1] ?? '').trim() === ''
  return isShort ? first : at - 1
}

/**
 * Whether lines that look like a header block are one: it is set off by a line, or has at least three lines and names an address.
 * `Mother: Anna` and `Father: Josef` were written by the person, as were `Mail: anna@example.org` and `Phone: 12345`.
 */
const isHeadOfMail = (lines: string[], at: number, heads: number): boolean =>
  separatorAbove(lines, at) < at ||
  (heads >= 3 && lines.slice(at, at + heads).some((line) => line.includes('@')))

function separatorAbove(lines: string[], at: number): number {
  const above = skipBlank(lines, at)
  return SEPARATOR.test((lines[above - 1] ?? '').slice(0, LEAD_MAX)) ? above - 1 : at
}

function skipBlank(lines: string[], from: number): number {
  let at = from
  while (at > 0 && (lines[at - 1] ?? '').trim() === '') at -= 1
  return at
}
