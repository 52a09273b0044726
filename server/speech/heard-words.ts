import { z } from 'zod'
import { tokensOf } from '#contract/transcript-words.ts'
import { plainText } from '../told/plain-text.ts'
import type { RecognisedWord, Stretch } from './speech.ts'
import { SpeechFailure } from './speech-failure.ts'

/** Engines round times and pad short pieces: a word may be reported as far outside its piece as this. */
const OUTSIDE_MS_MAX = 1_500
/** Nobody speaks even a tenth as fast as this; an answer with more words is not a transcript. */
const WORDS_A_SECOND_MAX = 100

const milliseconds = z.number().min(-OUTSIDE_MS_MAX).max(36_000_000)
const heardWords = z.array(
  z.object({
    text: z.string().max(200),
    startMs: milliseconds,
    endMs: milliseconds,
    confidence: z.number().min(0).max(1).nullable(),
    speaker: z.string().max(100).nullable(),
  }),
)

/**
 * A word as an adapter reads it from an answer: its times count from the beginning of the piece, and nothing has been checked yet.
 */
export type HeardWord = z.infer<typeof heardWords>[number]

/**
 * The words of one piece with times on the recording's clock, in order, none outside the piece and none ending before it begins.
 * @throws SpeechFailure NONSENSE where the words cannot be those of the piece
 */
export function placeWords(heard: HeardWord[], { startMs, endMs }: Stretch): RecognisedWord[] {
  const parsed = heardWords.safeParse(heard)
  if (!parsed.success)
    throw new SpeechFailure('NONSENSE', `words of the wrong shape: ${z.prettifyError(parsed.error)}`)

  const lengthMs = endMs - startMs
  const outside = parsed.data.find((word) => word.startMs > lengthMs + OUTSIDE_MS_MAX)
  if (outside)
    throw new SpeechFailure('NONSENSE', `a word at ${outside.startMs} ms of a piece of ${lengthMs} ms`)
  if (parsed.data.length > 50 + (lengthMs / 1000) * WORDS_A_SECOND_MAX) {
    throw new SpeechFailure('NONSENSE', `${parsed.data.length} words in ${lengthMs} ms`)
  }

  const place = (ms: number) => startMs + Math.round(Math.min(Math.max(ms, 0), lengthMs))
  return parsed.data
    .map((word) => ({
      ...word,
      text: plainText(word.text),
      speaker: word.speaker === null ? null : plainText(word.speaker),
    }))
    .filter((word) => word.text !== '')
    .map((word) => ({
      ...word,
      startMs: place(word.startMs),
      endMs: place(Math.max(word.startMs, word.endMs)),
    }))
    .sort((one, other) => one.startMs - other.startMs)
}

/**
 * Divides the time in which a text is said among its words, in proportion to their letters: for engines that give times only for
 * sentences.
 */
export function spreadWords(text: string, during: Stretch, speaker: string | null): HeardWord[] {
  const words = tokensOf(text)
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  const msALetter = (during.endMs - during.startMs) / Math.max(1, letters)
  let before = 0
  return words.map((word) => {
    const startMs = during.startMs + before * msALetter
    before += word.length
    return { text: word, startMs, endMs: during.startMs + before * msALetter, confidence: null, speaker }
  })
}
