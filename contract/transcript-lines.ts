import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { align, retime } from '#contract/transcript-alignment.ts'
import { settle, type TranscriptWord, textOf, tokensOf, transcriptWord } from '#contract/transcript-words.ts'

/** A line as it stands: what the machine heard, corrected by the family, with an optional reading text. */
export const transcriptLine = z.object({
  id,
  /** The sort key of the lines, compared byte by byte. */
  position: z.string(),
  /** The key of a speaker of the transcript; null while the speaker is unknown. */
  speaker: z.string().nullable(),
  /** BCP 47, as the engine reported it; null where it reported none. */
  language: z.string().nullable(),
  startMs: z.int().nonnegative(),
  endMs: z.int().nonnegative(),
  words: z.array(transcriptWord),
  /** The reading text that a person wrote; null where the text derived from the words is shown. */
  reading: z.string().nullable(),
  /** Whether the words have changed since `reading` was written. */
  readingIsOld: z.boolean(),
  /** The version of the last edit that touched this line; 0 as the machine heard it. */
  version: z.int().nonnegative(),
})
export type TranscriptLine = z.infer<typeof transcriptLine>

type Reading = Pick<TranscriptLine, 'reading' | 'readingIsOld'>
/** The second half of a split where its state is known, i.e. when a join is undone. Earlier releases stored no language. */
export type SecondHalf = Reading &
  Pick<TranscriptLine, 'position' | 'speaker' | 'startMs'> &
  Partial<Pick<TranscriptLine, 'language'>>
export type FirstHalf = Reading & Pick<TranscriptLine, 'endMs'>
/** A half whose reading text is not known: that of the joined line was rewritten since, and is cut like any other. */
export type Cut<Half extends Reading> = Omit<Half, keyof Reading> & Partial<Reading>

/** Replaces words from..to by the words of a text; similar words keep their times. */
export function replaceWords(line: TranscriptLine, from: number, to: number, text: string): TranscriptWord[] {
  const replaced = line.words.slice(from, to)
  const gap = gapAround(line, from, to)
  const [first, last] = [replaced[0], replaced.at(-1)]
  const within = first && last ? { startMs: first.startMs, endMs: last.endMs } : gap
  return retime(replaced, tokensOf(text), within)
}

/** Restores words at their own times, as far as the words around them leave room. */
export function restoreWords(line: TranscriptLine, from: number, to: number, words: TranscriptWord[]) {
  return settle(words, gapAround(line, from, to))
}

function gapAround({ words, startMs, endMs }: TranscriptLine, from: number, to: number) {
  return { startMs: words[from - 1]?.endMs ?? startMs, endMs: words[to]?.startMs ?? endMs }
}

/**
 * The line with some of its words replaced. Its reading text is then outdated, unless these are the words that it was written for.
 */
export function withWords(
  line: TranscriptLine,
  from: number,
  to: number,
  words: TranscriptWord[],
  isOld: boolean,
): TranscriptLine {
  return {
    ...line,
    words: [...line.words.slice(0, from), ...words, ...line.words.slice(to)],
    readingIsOld: line.reading !== null && isOld,
  }
}

/** Both halves of a line cut before word `at`; a reading text is cut at the same word, if it contains that word. */
export function splitLine(
  line: TranscriptLine,
  at: number,
  newId: string,
  position: string,
): [TranscriptLine, TranscriptLine] {
  const gap = gapAround(line, at, at)
  const [reading, rest] = cutReading(line, at)
  const first = { ...line, words: line.words.slice(0, at), endMs: gap.startMs, reading }
  const second = {
    ...line,
    id: newId,
    position,
    words: line.words.slice(at),
    startMs: gap.endMs,
    reading: rest,
  }
  return [first, second]
}

/** Both halves as they were before a join, as far as later edits allow. */
export function unjoinLine(
  line: TranscriptLine,
  at: number,
  newId: string,
  firstHalf: Cut<FirstHalf>,
  { startMs, ...secondHalf }: Cut<SecondHalf>,
): [TranscriptLine, TranscriptLine] {
  const [first, second] = splitLine(line, at, newId, secondHalf.position)
  const gap = gapAround(line, at, at)
  const endMs = Math.min(Math.max(firstHalf.endMs, gap.startMs), gap.endMs)
  return [
    { ...first, ...firstHalf, endMs },
    { ...second, ...secondHalf, startMs: Math.min(Math.max(startMs, endMs), gap.endMs) },
  ]
}

/** Joins two lines into one, of the first line's speaker. */
export function joinLines(first: TranscriptLine, second: TranscriptLine): TranscriptLine {
  const hasReading = first.reading !== null || second.reading !== null
  return {
    ...first,
    words: [...first.words, ...second.words],
    endMs: second.endMs,
    reading: hasReading ? asText([readable(first), readable(second)]) : null,
    readingIsOld: first.readingIsOld || second.readingIsOld,
  }
}

const readable = (line: TranscriptLine) => line.reading ?? textOf(line.words)
const asText = (parts: readonly string[]) => textOf(parts.filter(Boolean).map((text) => ({ text })))

function cutReading({ words, reading }: TranscriptLine, at: number): [string | null, string | null] {
  if (reading === null) return [null, null]
  const tokens = tokensOf(reading)
  const matches = align(
    words.map((word) => word.text),
    tokens,
  )
  const found = matches.findIndex((match) => match >= at)
  const cut = found < 0 ? tokens.length : found
  return [asText(tokens.slice(0, cut)), asText(tokens.slice(cut))]
}
