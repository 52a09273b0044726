/**
 * How the sound of a piece is packed: `wav` is 16 kHz mono signed 16 bit, `webm` is Opus at 48 kHz, mono. Both are files
 * of their own that begin with the piece.
 */
export type AudioFormat = 'wav' | 'webm'

/** A stretch of a recording, in milliseconds of the whole recording. */
export type Stretch = { startMs: number; endMs: number }

/** What an engine is given at a time. */
export type SpeechPiece = Stretch & {
  audio: Uint8Array
  format: AudioFormat
  /** Names and words that are likely to be said. The engine takes as many as it can, from the front. */
  hints: readonly string[]
  /**
   * BCP 47 tags of what may be spoken, likeliest first. Exactly one is taken as certain; none or several let the engine
   * find out for this piece, so that a family that switches languages is not translated.
   */
  languages: readonly string[]
  /** How many people speak, where that is known. */
  speakers?: number
}

export type RecognisedWord = Stretch & {
  text: string
  /** 0 to 1; null where the engine does not say. */
  confidence: number | null
  /** Who speaks, as the engine calls them ("1", "2"): the same name means the same person only within one piece. */
  speaker: string | null
}

/** What an engine heard in one piece: words in the order they were said, times of the whole recording. */
export type Recognition = {
  /** BCP 47; null where the engine does not say. */
  language: string | null
  words: RecognisedWord[]
}

export type EngineName = 'google' | 'openai' | 'command' | 'whisper'

export type EngineLimits = {
  /** The sound it takes. */
  format: AudioFormat
  pieceMsMax: number
  pieceBytesMax: number
  /** Whether it tells speakers apart. */
  diarization: boolean
}

/**
 * The one port to what turns speech into words. `recognise` throws SpeechFailure and nothing else; it gives up when the
 * signal fires. A recogniser may be used for several pieces at the same time.
 */
export interface Recogniser {
  readonly name: EngineName
  /** For people: which engine, and with which model. */
  readonly label: string
  readonly limits: EngineLimits
  recognise(piece: SpeechPiece, signal: AbortSignal): Promise<Recognition>
}
