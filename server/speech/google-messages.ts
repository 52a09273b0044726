import type { GoogleAlternative, GoogleAnswer, GoogleRequest } from '#contract/google-speech.ts'
import { type HeardWord, placeWords, spreadWords } from './heard-words.ts'
import type { EngineLimits, Recognition, SpeechPiece, Stretch } from './speech.ts'
import { SpeechFailure } from './speech-failure.ts'

const LANGUAGE = 'en-US'
const SPEAKERS = 2
/**
 * Google's limits for hints: 500 phrases of 100 characters, 10,000 characters in all
 * (https://cloud.google.com/speech-to-text/quotas).
 */
const PHRASES_MAX = 500
const PHRASE_LENGTH_MAX = 100
const PHRASES_LENGTH_MAX = 10_000

/** Google takes 60 seconds and 10 MB within a request. */
export const googleLimits: EngineLimits = {
  format: 'webm',
  pieceMsMax: 55_000,
  pieceBytesMax: 10_000_000,
  diarization: true,
}

/** The body of the request for the words of a piece. The server sends it, or the browser of somebody with their own key. */
export function googleRequestFor(piece: SpeechPiece, model?: string): GoogleRequest {
  return { config: configFor(piece, model), audio: { content: Buffer.from(piece.audio).toString('base64') } }
}

/**
 * The words of an answer, with times on the recording's clock.
 * @throws SpeechFailure NONSENSE where they cannot be the words of the piece
 */
export function recognitionOf(
  { results }: GoogleAnswer,
  piece: Stretch & Pick<SpeechPiece, 'languages'>,
): Recognition {
  const language = results.find((result) => result.languageCode !== undefined)?.languageCode
  const alternatives = results.flatMap((result) => result.alternatives.slice(0, 1))
  const words = placeWords(wordsOf(alternatives, piece), piece)
  return { language: canonical(language ?? piece.languages[0] ?? LANGUAGE), words }
}

function configFor(
  { hints, languages, speakers = SPEAKERS }: SpeechPiece,
  model: string | undefined,
): GoogleRequest['config'] {
  return {
    encoding: 'WEBM_OPUS',
    sampleRateHertz: 48_000,
    languageCode: languages[0] ?? LANGUAGE,
    alternativeLanguageCodes: languages.slice(1, 4),
    enableAutomaticPunctuation: true,
    enableWordTimeOffsets: true,
    enableWordConfidence: true,
    diarizationConfig: {
      enableSpeakerDiarization: true,
      minSpeakerCount: 1,
      maxSpeakerCount: Math.max(1, speakers),
    },
    speechContexts: hints.length > 0 ? [{ phrases: phrasesThatFit(hints) }] : [],
    ...(model === undefined ? {} : { model }),
  }
}

function phrasesThatFit(hints: readonly string[]): string[] {
  let letters = 0
  return hints
    .filter((hint) => hint.length <= PHRASE_LENGTH_MAX)
    .slice(0, PHRASES_MAX)
    .filter((hint) => {
      letters += hint.length
      return letters <= PHRASES_LENGTH_MAX
    })
}

/**
 * The words of an answer. With diarization, the last result repeats the words of all results, now with their speakers; the words
 * without a speaker are the same words and are dropped. A confidence of 0 means that it was not measured.
 */
function wordsOf(alternatives: GoogleAlternative[], piece: Stretch): HeardWord[] {
  const last = alternatives.at(-1)
  const isRepeated = last?.words.some(({ speakerTag }) => speakerTag > 0)
  const chosen = last && isRepeated ? [last] : alternatives
  const timed = chosen.flatMap((one) => one.words)
  if (timed.length === 0) {
    const text = chosen.map(({ transcript }) => transcript).join(' ')
    return spreadWords(text, { startMs: 0, endMs: piece.endMs - piece.startMs }, null)
  }

  const overall = Math.max(0, ...alternatives.map(({ confidence }) => confidence)) || null
  return timed.map(({ word, startTime, endTime, confidence, speakerTag }) => ({
    text: word,
    startMs: startTime,
    endMs: endTime,
    confidence: confidence || overall,
    speaker: speakerTag > 0 ? String(speakerTag) : null,
  }))
}

/** Normalises a language tag: Google answers "en-us" where it was asked for "en-US". */
function canonical(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? language
  } catch {
    throw new SpeechFailure('NONSENSE', `"${language.slice(0, 40)}" is no language`)
  }
}
