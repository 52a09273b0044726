import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { readAnswer } from './ask-engine.ts'
import { placeWords } from './heard-words.ts'
import { languageTag } from './language-tag.ts'
import type { EngineLimits, Recogniser, Recognition, SpeechPiece } from './speech.ts'
import { SpeechFailure } from './speech-failure.ts'

export type WhisperSettings = { model?: string | undefined; dataDir: string }

const MODEL = 'onnx-community/whisper-base_timestamped'
const PACKAGE = '@huggingface/transformers'
const WAV_HEADER_BYTES = 44

const transcription = z.object({
  text: z.string(),
  chunks: z
    .array(z.object({ text: z.string(), timestamp: z.tuple([z.number(), z.number().nullable()]) }))
    .default([]),
})

/** The part of the package that is used here: it is not installed with Kinora, so that its own types are missing. */
type Transcribe = {
  (sound: Float32Array, options: Record<string, unknown>): Promise<unknown>
  processor: (sound: Float32Array) => Promise<{ input_features: unknown }>
  model: {
    generation_config?: { decoder_start_token_id?: number; is_multilingual?: boolean }
    generate: (options: Record<string, unknown>) => Promise<{ tolist: () => (number | bigint)[][] }>
  }
  tokenizer: { decode: (tokens: number[]) => string }
}
type Package = {
  env: { cacheDir: string }
  pipeline: (task: string, model: string, options: Record<string, unknown>) => Promise<Transcribe>
}

/**
 * Whisper on this machine's processor, by a package that the operator adds to `DATA_DIR/extras`. The weights are downloaded at the
 * first use and kept in `DATA_DIR/models`.
 */
export class WhisperRecogniser implements Recogniser {
  readonly name = 'whisper'
  readonly label: string
  readonly limits: EngineLimits = {
    format: 'wav',
    // One window of the model, so that there are no seams inside a piece and each piece has one language.
    pieceMsMax: 29_000,
    pieceBytesMax: 25_000_000,
    diarization: false,
  }
  readonly #settings: WhisperSettings
  #loading: Promise<Transcribe> | null = null
  /** The model uses every core, so pieces are recognised one after the other. */
  #busy: Promise<unknown> = Promise.resolve()

  constructor(settings: WhisperSettings) {
    this.#settings = settings
    this.label = `Whisper on this machine (${settings.model ?? MODEL})`
  }

  async recognise(piece: SpeechPiece, signal: AbortSignal): Promise<Recognition> {
    // The package cuts off what is longer than the model's window, and warns nobody but the console.
    if (piece.endMs - piece.startMs > this.limits.pieceMsMax) {
      throw new SpeechFailure('REQUEST_REFUSED', `a piece longer than ${this.limits.pieceMsMax} ms`)
    }
    const turn = this.#busy.then(() => this.#recognise(piece, signal))
    this.#busy = turn.catch(() => {})
    return untilStopped(turn, signal)
  }

  async #recognise(piece: SpeechPiece, signal: AbortSignal): Promise<Recognition> {
    if (signal.aborted) throw stopped()
    const transcribe = await this.#load()
    const sound = samplesOf(piece.audio)

    const language = await this.#orFailure(() => languageOf(transcribe, sound, piece.languages))
    if (signal.aborted) throw stopped()
    const options = { return_timestamps: 'word', ...(language ? { language, task: 'transcribe' } : {}) }
    const heard = readAnswer(transcription, await this.#orFailure(() => transcribe(sound, options)))
    const lengthMs = piece.endMs - piece.startMs
    const words = heard.chunks.map(({ text, timestamp: [start, end] }) => ({
      text,
      startMs: start * 1000,
      endMs: end === null ? lengthMs : end * 1000,
      confidence: null,
      speaker: null,
    }))
    return { language: language ?? 'en', words: placeWords(words, piece) }
  }

  async #load(): Promise<Transcribe> {
    this.#loading ??= load(this.#settings)
    try {
      return await this.#loading
    } catch (error) {
      // The network may be back for the next piece.
      this.#loading = null
      throw error
    }
  }

  async #orFailure<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (cause) {
      throw new SpeechFailure('ENGINE_FAILED', `Whisper failed: ${messageOf(cause)}`, { cause })
    }
  }
}

const stopped = () => new SpeechFailure('ABORTED', 'stopped with its job')

/** The model cannot be interrupted: it ends its step, and the next piece waits for that, but whoever stopped it does not. */
async function untilStopped<T>(turn: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw stopped()
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(stopped())
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([turn, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function load({ dataDir, model = MODEL }: WhisperSettings): Promise<Transcribe> {
  const { env, pipeline } = await findPackage(join(dataDir, 'extras'))
  env.cacheDir = join(dataDir, 'models')
  try {
    return await pipeline('automatic-speech-recognition', model, { dtype: 'q8' })
  } catch (cause) {
    throw new SpeechFailure('UNREACHABLE', `the model ${model} could not be loaded: ${messageOf(cause)}`, {
      cause,
    })
  }
}

async function findPackage(extras: string): Promise<Package> {
  try {
    const entry = createRequire(join(extras, 'package.json')).resolve(PACKAGE)
    return await import(pathToFileURL(entry).href)
  } catch (cause) {
    const command = `npm install --prefix ${extras} ${PACKAGE}`
    throw new SpeechFailure(
      'NOT_SET_UP',
      `SPEECH_ENGINE=whisper needs a package that is not there: ${command}`,
      {
        cause,
      },
    )
  }
}

/**
 * The language that is spoken. The package assumes English where it is given none, so the model itself is asked first: the token
 * that it writes after its start token is the language it hears. Models for English alone have no such token.
 */
async function languageOf(
  { processor, model, tokenizer }: Transcribe,
  sound: Float32Array,
  languages: readonly string[],
): Promise<string | null> {
  const { decoder_start_token_id: start, is_multilingual: knowsMany } = model.generation_config ?? {}
  if (!knowsMany || start === undefined) return null
  if (languages.length === 1 && languages[0]) return new Intl.Locale(languages[0]).language

  const { input_features: inputs } = await processor(sound)
  const tokens = await model.generate({ inputs, decoder_input_ids: [start], max_new_tokens: 1 })
  const heard = languageTag(tokenizer.decode([Number(tokens.tolist()[0]?.at(-1))]))
  return heard ?? languages[0] ?? null
}

function samplesOf(wav: Uint8Array): Float32Array {
  const view = new DataView(wav.buffer, wav.byteOffset + WAV_HEADER_BYTES, wav.byteLength - WAV_HEADER_BYTES)
  return Float32Array.from({ length: view.byteLength >> 1 }, (_, at) => view.getInt16(at * 2, true) / 32_768)
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
