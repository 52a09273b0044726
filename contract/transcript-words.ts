import { z } from 'zod'
import { writesWithoutSpaces } from '#contract/unspaced-scripts.ts'

/** Times are milliseconds of the recording. A word starts where the one before has ended, or later. */
export const transcriptWord = z.object({
  text: z.string().min(1),
  startMs: z.int().nonnegative(),
  endMs: z.int().nonnegative(),
  /** 0 to 1 as the machine said; null where it did not, and for what a person wrote. */
  confidence: z.number().min(0).max(1).nullable(),
  /** Whether the machine heard exactly this; false once a person has written it. */
  heard: z.boolean(),
})
export type TranscriptWord = z.infer<typeof transcriptWord>

export type Span = { startMs: number; endMs: number }

/** Punctuation, and forms as wide, of those who write without spaces. */
const wideSign = /[\u3000-\u303f\uff00-\uffef]/u
/** A sign that shows which script it belongs to. */
const telling = /[\p{L}\p{N}\u3000-\u303f\uff00-\uffef]/gu
const segmenter = /* @__PURE__ */ new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text as a transcript holds them: punctuation stays with its word. */
export function tokensOf(text: string): string[] {
  const chunks = text.split(/\s+/u).filter(Boolean)
  return chunks.flatMap((chunk) => (isUnspaced(chunk) ? unspacedTokens(chunk) : [chunk]))
}

function unspacedTokens(chunk: string): string[] {
  const tokens: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(chunk)) {
    const last = tokens.pop()
    if (last === undefined) tokens.push(segment)
    else if (isWordLike && /[\p{L}\p{N}\p{M}]/u.test(last)) tokens.push(last, segment)
    else tokens.push(last + segment)
  }
  return tokens
}

function isUnspaced(text: string): boolean {
  return writesWithoutSpaces(text) || wideSign.test(text)
}

/** Words as one text, with spaces where their script has them. */
export function textOf(words: readonly Pick<TranscriptWord, 'text'>[]): string {
  let text = ''
  let before = ''
  for (const word of words) {
    const needsSpace = text !== '' && !standTogether(before, word.text)
    text += needsSpace ? ` ${word.text}` : word.text
    before = word.text
  }
  return text
}

/** Whether no space parts two words. Quotes and dots that every script uses say nothing of it: the letters behind them do. */
function standTogether(before: string, after: string): boolean {
  if (!isUnspaced(before) || !isUnspaced(after)) return false
  const [last, first] = [before.match(telling)?.at(-1), after.match(telling)?.[0]]
  return isUnspaced(last ?? before) && isUnspaced(first ?? after)
}

/** Whether a sentence ends with this word, in whatever script, also inside quotes and brackets. */
export const endsSentence = (word: string) => /[\p{Sentence_Terminal}…][\p{Pe}\p{Pf}\p{Pi}"']*$/u.test(word)

/** A word without case, accents and the punctuation around it, to compare by. */
export function plainWord(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '') || plain
}

/** Words as they came, made to follow one another inside a span: none begins before the one before it has ended. */
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

/** New words without times of their own share a span, each by its length. */
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
