import { z } from 'zod'
import { writesWithoutSpaces } from '#contract/unspaced-scripts.ts'
import { askEngine, readAnswer } from './ask-engine.ts'
import { type HeardWord, placeWords, spreadWords } from './heard-words.ts'
import { languageTag } from './language-tag.ts'
import type { EngineLimits, Recogniser, Recognition, SpeechPiece } from './speech.ts'
import { SpeechFailure } from './speech-failure.ts'

export type OpenAiSettings = {
  url?: string | undefined
  key?: string | undefined
  model?: string | undefined
  timeoutMs: number
}

const URL_OF_OPENAI = 'https://api.openai.com/v1'
const MODEL = 'whisper-1'
/** Whisper reads only the last 224 tokens of a prompt; names take about one token for three letters. */
const PROMPT_LENGTH_MAX = 600
/** Whisper's own rule for a window in which nobody speaks: silence is likely, and the words are unlikely. */
const NO_SPEECH = 0.6
const UNLIKELY = -1

const time = z.number().transform((seconds) => seconds * 1000)
const word = z.object({
  word: z.string(),
  start: time,
  end: time,
  probability: z.number().optional(),
})
const segment = z.object({
  text: z.string(),
  start: time,
  end: time,
  speaker: z.string().optional(),
  avg_logprob: z.number().optional(),
  no_speech_prob: z.number().optional(),
  words: z.array(word).optional(),
})
const transcription = z.object({
  text: z.string(),
  language: z.string().nullish(),
  words: z.array(word).nullish(),
  segments: z.array(segment).nullish(),
})
type Transcription = z.infer<typeof transcription>
type Word = z.infer<typeof word>

/** Any server that answers `POST /audio/transcriptions` as OpenAI does: OpenAI, Groq, Speaches, whisper.cpp's server. */
export class OpenAiCompatibleRecogniser implements Recogniser {
  readonly name = 'openai'
  readonly label: string
  readonly limits: EngineLimits
  readonly #settings: OpenAiSettings
  /** Whether the model gives times. Learnt from one refused request: newer models of OpenAI give nothing but text. */
  #givesTimes = true

  constructor(settings: OpenAiSettings) {
    this.#settings = settings
    this.label = `${new URL(settings.url ?? URL_OF_OPENAI).host} (${settings.model ?? MODEL})`
    this.limits = {
      format: 'wav',
      // Whisper decides on one language for each window of 30 seconds; some servers use that of the first window for the whole
      // file.
      pieceMsMax: 29_000,
      pieceBytesMax: 25_000_000,
      diarization: this.#diarizes,
    }
  }

  async recognise(piece: SpeechPiece, signal: AbortSignal): Promise<Recognition> {
    if (piece.audio.length > this.limits.pieceBytesMax) {
      throw new SpeechFailure('REQUEST_REFUSED', 'the engine takes at most 25 MB at a time')
    }

    const heard = await this.#askWithTimes(piece, signal)
    const language = languageTag(heard.language ?? '') ?? onlyOne(piece.languages)
    return { language, words: placeWords(wordsOf(heard, piece), piece) }
  }

  async #askWithTimes(piece: SpeechPiece, signal: AbortSignal): Promise<Transcription> {
    if (!this.#givesTimes) return this.#ask(piece, { response_format: 'json' }, signal)
    if (this.#diarizes) {
      return this.#ask(piece, { response_format: 'diarized_json', chunking_strategy: 'auto' }, signal)
    }

    try {
      return await this.#ask(piece, { response_format: 'verbose_json' }, signal)
    } catch (error) {
      const isRefused = error instanceof SpeechFailure && error.code === 'REQUEST_REFUSED'
      if (!isRefused || !/response_format|granularit/i.test(error.message)) throw error
      const answer = await this.#ask(piece, { response_format: 'json' }, signal)
      this.#givesTimes = false
      return answer
    }
  }

  async #ask(piece: SpeechPiece, how: Record<string, string>, signal: AbortSignal): Promise<Transcription> {
    const { url = URL_OF_OPENAI, key, model = MODEL, timeoutMs } = this.#settings
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(piece.audio)], { type: 'audio/wav' }), 'piece.wav')
    form.set('model', model)
    form.set('temperature', '0')
    for (const [name, value] of Object.entries(how)) form.set(name, value)
    if (how.response_format === 'verbose_json') {
      form.append('timestamp_granularities[]', 'word')
      form.append('timestamp_granularities[]', 'segment')
    }
    const prompt = promptOf(piece.hints)
    if (prompt !== '' && !this.#diarizes) form.set('prompt', prompt)
    const language = onlyOne(piece.languages)
    if (language) form.set('language', new Intl.Locale(language).language)

    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const init = { method: 'POST', headers, body: form }
    return readAnswer(
      transcription,
      await askEngine(`${url}/audio/transcriptions`, init, { signal, timeoutMs }),
    )
  }

  get #diarizes(): boolean {
    return this.#settings.model?.includes('diarize') ?? false
  }
}

/**
 * The only language, or null. With several languages the engine detects which one is spoken: if one were named, it would translate
 * the others.
 */
function onlyOne(languages: readonly string[]): string | null {
  return languages.length === 1 ? (languages[0] ?? null) : null
}

function promptOf(hints: readonly string[]): string {
  let prompt = ''
  for (const hint of hints) {
    const longer = prompt === '' ? hint : `${prompt}, ${hint}`
    if (longer.length > PROMPT_LENGTH_MAX) break
    prompt = longer
  }
  return prompt
}

/**
 * The words with their times where the answer has any; otherwise the words of each sentence, or of the whole text, spread over its
 * time.
 */
function wordsOf({ text, words, segments }: Transcription, { startMs, endMs }: SpeechPiece): HeardWord[] {
  const silences = (segments ?? []).filter(isSilence)
  const isHeard = (one: Word) =>
    !silences.some((silence) => one.start >= silence.start && one.end <= silence.end)
  if (words && words.length > 0) return wholeWords(words.filter(isHeard))

  const spoken = (segments ?? []).filter((one) => !isSilence(one))
  if (!segments || segments.length === 0)
    return spreadWords(text, { startMs: 0, endMs: endMs - startMs }, null)
  return spoken.flatMap((one) => {
    if (one.words && one.words.length > 0) return wholeWords(one.words)
    return spreadWords(one.text, { startMs: one.start, endMs: one.end }, one.speaker ?? null)
  })
}

function isSilence({ no_speech_prob = 0, avg_logprob = 0 }: z.infer<typeof segment>): boolean {
  return no_speech_prob > NO_SPEECH && avg_logprob < UNLIKELY
}

/**
 * Joins tokens into words. whisper.cpp gives tokens instead of words (" Cinn", "amon", "."): a token that does not begin with a
 * space belongs to the one before it.
 */
function wholeWords(words: Word[]): HeardWord[] {
  const areTokens = words.some(({ word: text }) => text.startsWith(' '))
  const whole: HeardWord[] = []
  for (const { word: text, start, end, probability = null } of words) {
    const last = whole.at(-1)
    if (areTokens && last && !text.startsWith(' ') && !writesWithoutSpaces(text)) {
      last.text += text
      last.endMs = end
      last.confidence = lower(last.confidence, probability)
    } else whole.push({ text, startMs: start, endMs: end, confidence: probability, speaker: null })
  }
  return whole
}

function lower(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}
