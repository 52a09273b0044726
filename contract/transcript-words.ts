import { z } from 'zod'
import { writesWithoutSpaces } from '#contract/unspaced-scripts.ts'

/** Times are milliseconds of the recording. A word starts where the previous one ends, or later. */
export const transcriptWord = z.object({
  text: z.string().min(1),
  startMs: z.int().nonnegative(),
  endMs: z.int().nonnegative(),
  /** 0 to 1 as the machine reported it; null where it reported none, and for words that a person wrote. */
  confidence: z.number().min(0).max(1).nullable(),
  /** Whether the machine heard exactly this; false once a person has written it. */
  heard: z.boolean(),
})
export type TranscriptWord = z.infer<typeof transcriptWord>

export type Span = { startMs: number; endMs: number }

/** CJK punctuation and fullwidth forms, used by scripts without spaces. */
const wideSign = /[\u3000-\u303f\uff00-\uffef]/u
/** Characters that stand beside numbers without a space. Thai and its neighbours put a space there. */
const ideographic = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\u3000-\u303f\uff00-\uffef]/u
const beginsWithNumber = /^[^\p{L}\p{N}]*\p{N}/u
const endsWithNumber = /\p{N}[^\p{L}\p{N}]*$/u
/** The end of a sentence or clause in the punctuation of scripts with spaces, which has a space after it. */
const endsWithStop = /[.,;:!?…][^\p{L}\p{N}]*$/u
/** A character that reveals the script it belongs to. */
const telling = /[\p{L}\p{N}\u3000-\u303f\uff00-\uffef]/gu
const segmenter = /* @__PURE__ */ new Intl.Segmenter(undefined, { granularity: 'word' })

/** Splits a text into the words of a transcript; punctuation stays with its word. */
export function tokensOf(text: string): string[] {
  const chunks = text.split(/\s+/u).filter(Boolean)
  return chunks.flatMap((chunk) => (isUnspaced(chunk) ? unspacedTokens(chunk) : [chunk]))
}

function unspacedTokens(chunk: string): string[] {
  const tokens: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(chunk)) {
    const last = tokens.pop()
    if (last === undefined) tokens.push(segment)
    else if (isWordLike && isWordBefore(last, segment)) tokens.push(last, segment)
    else tokens.push(last + segment)
  }
  return tokens
}

/**
 * Whether a word ends before the next segment. Without a space, only a script without spaces begins a new word: "12:30" is one
 * word.
 */
const isWordBefore = (last: string, next: string): boolean =>
  /[\p{L}\p{N}\p{M}]/u.test(last) && (isUnspaced(last) || isUnspaced(next))

function isUnspaced(text: string): boolean {
  return writesWithoutSpaces(text) || wideSign.test(text)
}

/** Joins words into one text, with spaces where their script has them. */
export function textOf(words: readonly Pick<TranscriptWord, 'text'>[]): string {
  let text = ''
  let before = { text: '', isUnspaced: false }
  for (const word of words) {
    const now = { text: word.text, isUnspaced: isUnspaced(word.text) }
    // Most words are of scripts with spaces, which needs no further check.
    const together = (before.isUnspaced || now.isUnspaced) && standTogether(before.text, now.text)
    text += text === '' || together ? now.text : ` ${now.text}`
    before = now
  }
  return text
}

/** Whether two words stand together without a space. Quotes and dots occur in every script, so the letters beside them decide. */
function standTogether(before: string, after: string): boolean {
  const [last, first] = [before.match(telling)?.at(-1) ?? before, after.match(telling)?.[0] ?? after]
  const isAtNumber =
    (endsWithNumber.test(before) && ideographic.test(first)) ||
    (ideographic.test(last) && beginsWithNumber.test(after))
  if (isAtNumber) return !endsWithStop.test(before)
  return [before, after, last, first].every(isUnspaced)
}

/** Whether a sentence ends with this word, in whatever script, also inside quotes and brackets. */
export const endsSentence = (word: string) => /[\p{Sentence_Terminal}…][\p{Pe}\p{Pf}\p{Pi}"']*$/u.test(word)

/** A word without case, accents and surrounding punctuation, for comparisons. */
export function plainWord(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') || plain
}

/** Adjusts the times of words so that they lie inside a span and none begins before the previous one ends. */
export function settle(words: readonly TranscriptWord[], within: Span): TranscriptWord[] {
  const clamp = (ms: number) => Math.min(Math.max(Math.round(ms), within.startMs), within.endMs)
  const settled: TranscriptWord[] = []
  let from = within.startMs
  for (const word of words) {
    const startMs = Math.max(clamp(word.startMs), from)
    settled.push({ ...word, startMs, endMs: Math.max(clamp(word.endMs), startMs) })
    from = startMs
  }
  return settled.map((word, index) => ({
    ...word,
    endMs: Math.min(word.endMs, settled[index + 1]?.startMs ?? within.endMs),
  }))
}

/** Gives new words without times a share of the span in proportion to their length. */
export function spread(tokens: readonly string[], { startMs, endMs }: Span): TranscriptWord[] {
  const total = tokens.reduce((sum, token) => sum + token.length, 0)
  let letters = 0
  const placeOf = () => startMs + Math.round(((endMs - startMs) * letters) / Math.max(total, 1))
  return tokens.map((text) => {
    const from = placeOf()
    letters += text.length
    return { text, startMs: from, endMs: placeOf(), confidence: null, heard: false }
  })
}
