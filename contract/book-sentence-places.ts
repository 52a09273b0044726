import type { RestingPlace, WrittenSentence } from '#contract/book-sentences.ts'
import { textOf } from '#contract/transcript-words.ts'

export type SentencePiece = { text: string; sentence: WrittenSentence | null }

/**
 * Cuts a paragraph's text into pieces: sentences that still stand as the model wrote them, and text that a person wrote between
 * them or in their place, which rests on nothing. Joined, the pieces are the text again.
 */
export function piecesOf(text: string, sentences: readonly WrittenSentence[]): SentencePiece[] {
  const pieces: SentencePiece[] = []
  let at = 0
  for (const sentence of sentences) {
    const found = text.indexOf(sentence.text, at)
    if (found < 0) continue
    if (found > at) pieces.push({ text: text.slice(at, found), sentence: null })
    pieces.push({ text: sentence.text, sentence })
    at = found + sentence.text.length
  }
  return at < text.length ? [...pieces, { text: text.slice(at), sentence: null }] : pieces
}

/** Joins sentences into one text, with spaces where their script has them. */
export const joinedText = (sentences: readonly { text: string }[]) => textOf(sentences)

/** The places that the sentences rest on, in the order in which they were said. A place inside another one is left out. */
export function placesOf(sentences: readonly WrittenSentence[]): RestingPlace[] {
  const places: RestingPlace[] = []
  const spans = sentences.flatMap((sentence) => sentence.spans)
  for (const span of spans.toSorted((one, other) => one.startMs - other.startMs || other.endMs - one.endMs)) {
    const isTold = places.some(({ lineId, endMs }) => lineId === span.lineId && endMs >= span.endMs)
    if (!isTold) places.push(span)
  }
  return places
}

/** The words that the sentences rest on, as they were said. */
export const verbatimOf = (sentences: readonly WrittenSentence[]) => textOf(placesOf(sentences))

/** Places with a smaller gap than this are played as one stretch. */
const CLOSE_MS = 1_200

/** The stretches that are played for a sentence: its places in the order they were said, with close ones merged. */
export function stretchesOf(spans: readonly RestingPlace[]): { startMs: number; endMs: number }[] {
  const stretches: { startMs: number; endMs: number }[] = []
  for (const { startMs, endMs } of spans.toSorted((one, other) => one.startMs - other.startMs)) {
    const open = stretches.at(-1)
    if (open && startMs - open.endMs <= CLOSE_MS) open.endMs = Math.max(open.endMs, endMs)
    else stretches.push({ startMs, endMs })
  }
  return stretches
}
