import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type Asking, askEngine, readAnswer } from './ask-engine.ts'
import { type HeardWord, placeWords, spreadWords } from './heard-words.ts'
import type { EngineLimits, Recogniser, Recognition, SpeechPiece } from './speech.ts'
import { SpeechFailure } from './speech-failure.ts'

export type GoogleSettings = {
  url?: string | undefined
  key: string
  model?: string | undefined
  /** Asks by `longrunningrecognize`, which some projects' quotas prefer, and looks again until it is done. */
  longRunning: boolean
  timeoutMs: number
}

const URL_OF_GOOGLE = 'https://speech.googleapis.com'
const LANGUAGE = 'en-US'
const SPEAKERS = 2
/** https://cloud.google.com/speech-to-text/quotas: 60 s inline, 500 phrases of 100 letters, 10,000 in all. */
const INLINE_MS_MAX = 60_000
const PHRASES_MAX = 500
const PHRASE_LENGTH_MAX = 100
const PHRASES_LENGTH_MAX = 10_000
const LOOK_AGAIN_MS = 1_500

/** JSON has "1.300s"; the older clients' objects are understood too. Nothing at all means the beginning. */
const offset = z
  .union([
    z
      .string()
      .regex(/^\d+(\.\d+)?s$/)
      .transform((text) => Number.parseFloat(text) * 1000),
    z
      .object({ seconds: z.coerce.number().default(0), nanos: z.number().default(0) })
      .transform(({ seconds, nanos }) => seconds * 1000 + nanos / 1e6),
  ])
  .default(0)
const alternative = z.object({
  transcript: z.string().default(''),
  confidence: z.number().default(0),
  words: z
    .array(
      z.object({
        word: z.string(),
        startTime: offset,
        endTime: offset,
        confidence: z.number().default(0),
        speakerTag: z.number().default(0),
      }),
    )
    .default([]),
})
const recognised = z.object({
  results: z
    .array(z.object({ alternatives: z.array(alternative).default([]), languageCode: z.string().optional() }))
    .default([]),
})
const operation = z.object({
  name: z.string().min(1),
  done: z.boolean().default(false),
  error: z.object({ code: z.number().optional(), message: z.string().optional() }).optional(),
  response: z.unknown().optional(),
})

/** Google Cloud Speech-to-Text v1, over REST with an API key. */
export class GoogleRecogniser implements Recogniser {
  readonly name = 'google'
  readonly label: string
  readonly limits: EngineLimits = {
    format: 'webm',
    pieceMsMax: 55_000,
    pieceBytesMax: 10_000_000,
    diarization: true,
    detectsLanguage: true,
  }
  readonly #settings: GoogleSettings
  readonly #lookAgainMs: number

  constructor(settings: GoogleSettings, lookAgainMs = LOOK_AGAIN_MS) {
    this.#settings = settings
    this.#lookAgainMs = lookAgainMs
    this.label = settings.model ? `Google Speech (${settings.model})` : 'Google Speech'
  }

  async recognise(piece: SpeechPiece, signal: AbortSignal): Promise<Recognition> {
    if (piece.endMs - piece.startMs > INLINE_MS_MAX || piece.audio.length > this.limits.pieceBytesMax) {
      throw new SpeechFailure('REQUEST_REFUSED', 'Google takes at most 60 seconds and 10 MB at a time')
    }

    const audio = { content: Buffer.from(piece.audio).toString('base64') }
    const body = JSON.stringify({ config: configFor(piece, this.#settings.model), audio })
    const asking = { signal, timeoutMs: this.#settings.timeoutMs }
    const answer = this.#settings.longRunning
      ? await this.#recogniseLater(body, asking)
      : await this.#ask('v1/speech:recognize', asking, body)

    const { results } = readAnswer(recognised, answer)
    const language = results.find((result) => result.languageCode !== undefined)?.languageCode
    const words = placeWords(
      wordsOf(
        results.flatMap((result) => result.alternatives.slice(0, 1)),
        piece,
      ),
      piece,
    )
    return { language: canonical(language ?? piece.languages[0] ?? LANGUAGE), words }
  }

  async #recogniseLater(body: string, asking: Asking): Promise<unknown> {
    const started = readAnswer(operation, await this.#ask('v1/speech:longrunningrecognize', asking, body))
    const giveUpAt = performance.now() + asking.timeoutMs
    let state = started
    while (!state.done) {
      if (performance.now() > giveUpAt) throw new SpeechFailure('TIMED_OUT', 'the operation does not end')
      await sleep(this.#lookAgainMs, undefined, { signal: asking.signal }).catch((cause: unknown) => {
        throw new SpeechFailure('ABORTED', 'stopped with its job', { cause })
      })
      const path = `v1/operations/${encodeURIComponent(started.name)}`
      state = readAnswer(operation, await this.#ask(path, asking))
    }
    if (state.error) throw new SpeechFailure('ENGINE_FAILED', state.error.message ?? 'the operation failed')
    return state.response ?? {}
  }

  #ask(path: string, asking: Asking, body?: string): Promise<unknown> {
    const { url = URL_OF_GOOGLE, key } = this.#settings
    const init =
      body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'application/json' } }
    return askEngine(`${url}/${path}?key=${encodeURIComponent(key)}`, init, asking)
  }
}

function configFor({ hints, languages, speakers = SPEAKERS }: SpeechPiece, model: string | undefined) {
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
 * With diarization the last result repeats every word of all results, now with its speaker; words without one are the
 * same words once more. Zero stands for a confidence that was not measured.
 */
function wordsOf(alternatives: z.infer<typeof alternative>[], piece: SpeechPiece): HeardWord[] {
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

/** Google answers "en-us" where it was asked for "en-US". */
function canonical(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? language
  } catch {
    throw new SpeechFailure('NONSENSE', `"${language.slice(0, 40)}" is no language`)
  }
}
