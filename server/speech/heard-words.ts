import { z } from 'zod'
import { tokensOf } from '#contract/transcript-words.ts'
import { plainText } from '../told/plain-text.ts'
import type { RecognisedWord, Stretch } from './speech.ts'
import { SpeechFailure } from './speech-failure.ts'

/** Engines round times and pad short pieces: a word may be reported as far outside its piece as this. */
const OUTSIDE_MS_MAX = 1_500
/** Nobody speaks even a tenth as fast as this; an answer with more words is not a transcript. */
const WORDS_A_SECOND_MAX = 100

/** No word is longer; what is, is a sentence that an engine has not divided, or a sound that it repeats without end. */
const WORD_LENGTH_MAX = 200
/** Letters that occur more than seven times in a row, as `SAME_WORD_MAX` has it of words. */
const repeated = /(.{1,20}?)\1{7,}/gu

const milliseconds = z.number().min(-OUTSIDE_MS_MAX).max(36_000_000)
const heardWords = z.array(
  z.object({
    text: z.string(),
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
  const words = parsed.data.flatMap(wordsWithin)
  if (words.length > 50 + (lengthMs / 1000) * WORDS_A_SECOND_MAX) {
    throw new SpeechFailure('NONSENSE', `${words.length} words in ${lengthMs} ms`)
  }

  const place = (ms: number) => startMs + Math.round(Math.min(Math.max(ms, 0), lengthMs))
  return words
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
 * The words of one that is too long to be one. It is not refused: the engine hears the same at each attempt, and the transcript would
 * never get past it.
 */
function wordsWithin(word: HeardWord): HeardWord[] {
  if (word.text.length <= WORD_LENGTH_MAX) return [word]
  const text = word.text.replaceAll(repeated, '$1')
  return spreadWords(text, word, word.speaker).map((one) => ({
    ...one,
    text: [...one.text].slice(0, WORD_LENGTH_MAX).join(''),
    confidence: word.confidence,
  }))
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
