/**
 * How the sound of a piece is encoded: `wav` is 16 kHz, mono, signed 16 bit; `webm` is Opus at 48 kHz, mono. Each is a file of its
 * own that begins where the piece begins.
 */
export type AudioFormat = 'wav' | 'webm'

/** A stretch of a recording, in milliseconds of the whole recording. */
export type Stretch = { startMs: number; endMs: number }

/** What an engine receives at a time. */
export type SpeechPiece = Stretch & {
  audio: Uint8Array
  format: AudioFormat
  /** Names and words that are likely to be said, the most important first. The engine uses as many of them as it can. */
  hints: readonly string[]
  /**
   * BCP 47 tags of the languages that may be spoken, likeliest first. A single one is taken as certain. With none or several, the
   * engine detects the language of each piece, so that what a family says in another language is not translated.
   */
  languages: readonly string[]
  /** How many people speak, where that is known. */
  speakers?: number
}

export type RecognisedWord = Stretch & {
  text: string
  /** From 0 to 1; null where the engine does not say. */
  confidence: number | null
  /** The engine's name for the speaker ("1", "2"). The same name means the same person only within one piece. */
  speaker: string | null
}

/** What an engine heard in one piece: words in the order in which they were said, with times of the whole recording. */
export type Recognition = {
  /** A BCP 47 tag; null where the engine does not say. */
  language: string | null
  words: RecognisedWord[]
}

export type EngineName = 'google' | 'openai' | 'command' | 'whisper'

export type EngineLimits = {
  /** The encoding that the engine takes. */
  format: AudioFormat
  pieceMsMax: number
  pieceBytesMax: number
  /** Whether the engine tells speakers apart. */
  diarization: boolean
}

/**
 * The only port to whatever turns speech into words. `recognise` throws SpeechFailure and nothing else; it stops when the signal
 * fires. A recogniser may be used for several pieces at the same time.
 */
export interface Recogniser {
  readonly name: EngineName
  /** For people to read: the engine and its model. */
  readonly label: string
  readonly limits: EngineLimits
  recognise(piece: SpeechPiece, signal: AbortSignal): Promise<Recognition>
}
