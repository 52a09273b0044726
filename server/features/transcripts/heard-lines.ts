import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { positionOf } from '#contract/transcript-position.ts'
import { endsSentence, settle } from '#contract/transcript-words.ts'
import type { RecognisedWord, Stretch } from '../../speech/speech.ts'

/** A longer silence than this begins a new segment. */
const PAUSE_MS = 1_500
/** Keeps lines readable at a glance, and edits cheap: each edit rewrites its whole line. */
const LINE_WORDS_MAX = 40
/** From this length on, a line ends where a sentence ends. */
const LINE_WORDS_ENOUGH = 12
/** More lines than one piece (under a minute) can have, so that line positions of different pieces never collide. */
const LINES_PER_PIECE = 10_000

/** A stretch of one person's talk, as the machine heard it. */
export type HeardSegment = Stretch & { speaker: string | null; words: RecognisedWord[] }

/** Cuts the words of a piece into segments: where the speaker changes, after a pause, at the end of a sentence. */
export function segmentsOf(words: readonly RecognisedWord[]): HeardSegment[] {
  const segments: HeardSegment[] = []
  for (const word of words) {
    const current = segments.at(-1)
    const last = current?.words.at(-1)
    if (!current || !last || beginsAnew(current, last, word)) {
      segments.push({ startMs: word.startMs, endMs: word.endMs, speaker: word.speaker, words: [word] })
      continue
    }
    current.words.push(word)
    current.endMs = Math.max(current.endMs, word.endMs)
  }
  return segments
}

function beginsAnew({ words, speaker }: HeardSegment, last: RecognisedWord, word: RecognisedWord): boolean {
  if (word.speaker !== speaker || word.startMs - last.endMs > PAUSE_MS) return true
  if (words.length >= LINE_WORDS_MAX) return true
  return words.length >= LINE_WORDS_ENOUGH && endsSentence(last.text)
}

/** The first version of a piece's lines: one per segment, with the same words, and times that do not overlap. */
export function linesOfSegments(
  segments: readonly (HeardSegment & { id: string })[],
  pieceIndex: number,
  piece: Stretch & { language: string | null },
): TranscriptLine[] {
  let { startMs } = piece
  return segments.map((segment, index) => {
    const endMs = Math.max(startMs, Math.min(segment.endMs, segments[index + 1]?.startMs ?? piece.endMs))
    const within = { startMs: Math.max(startMs, Math.min(segment.startMs, endMs)), endMs }
    startMs = endMs
    const words = settle(
      segment.words.map(({ text, confidence, ...times }) => ({ ...times, text, confidence, heard: true })),
      within,
    )
    return {
      id: segment.id,
      position: positionOf(pieceIndex * LINES_PER_PIECE + index),
      speaker: segment.speaker,
      language: piece.language,
      ...within,
      words,
      reading: null,
      readingIsOld: false,
      version: 0,
    }
  })
}
