import type { RestingPlace, WrittenSentence } from '#contract/book-sentences.ts'
import { textOf } from '#contract/transcript-words.ts'
import { writesWithoutSpaces } from '#contract/unspaced-scripts.ts'

export type SentencePiece = { text: string; sentence: WrittenSentence | null }

/**
 * Cuts a paragraph's text into pieces: sentences that still stand as the model wrote them, and text that a person wrote between
 * them or in their place, which rests on nothing. Joined, the pieces are the text again.
 */
export function piecesOf(text: string, sentences: readonly WrittenSentence[]): SentencePiece[] {
  const pieces: SentencePiece[] = []
  let at = 0
  for (const { sentence, from } of standingIn(text, sentences)) {
    if (from > at) pieces.push({ text: text.slice(at, from), sentence: null })
    pieces.push({ text: sentence.text, sentence })
    at = from + sentence.text.length
  }
  return at < text.length ? [...pieces, { text: text.slice(at), sentence: null }] : pieces
}

type Standing = { sentence: WrittenSentence; from: number }

/**
 * The sentences that stand in a text in their order, as many as possible: one that was taken out must not be found where the same
 * words are said again later, because all sentences between the two places would be lost.
 */
function standingIn(text: string, sentences: readonly WrittenSentence[]): Standing[] {
  // By the number of sentences: the row of so many that ends first, which leaves most room for those that follow.
  const rows: Standing[][] = [[]]
  for (const sentence of sentences) {
    for (const [count, row] of [...rows.entries()].toReversed()) {
      const from = placeIn(text, sentence.text, endOf(row))
      const known = rows[count + 1]
      if (from >= 0 && (!known || from + sentence.text.length < endOf(known))) {
        rows[count + 1] = [...row, { sentence, from }]
      }
    }
  }
  return rows.at(-1) ?? []
}

function endOf(row: readonly Standing[]): number {
  const last = row.at(-1)
  return last ? last.from + last.sentence.text.length : 0
}

/** Where a sentence stands by itself, at `at` or later: “5 goats” does not stand in “15 goats”. -1 where it does not. */
function placeIn(text: string, words: string, at: number): number {
  let from = text.indexOf(words, at)
  while (from >= 0 && (isWithinWord(text, from) || isWithinWord(text, from + words.length))) {
    from = text.indexOf(words, from + 1)
  }
  return from
}

/** Whether a cut here would part a word or a number. Between letters of scripts without spaces, a sentence may end. */
function isWithinWord(text: string, at: number): boolean {
  if (at === 0) return false
  const [before = ''] = text.slice(Math.max(0, at - 3), at).match(/(\p{N}[.,]|[\p{L}\p{N}\p{M}])$/u) ?? []
  const [after = ''] = text.slice(at, at + 2).match(/^[\p{L}\p{N}\p{M}]/u) ?? []
  if (before === '' || after === '') return /^\p{M}/u.test(after)
  if (writesWithoutSpaces(before) || writesWithoutSpaces(after)) return false
  return /[.,]$/u.test(before) ? /\p{N}/u.test(after) : true
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
