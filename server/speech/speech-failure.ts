/** Every way in which recognition can fail, and whether the same request may succeed later. */
const mayWorkLater = {
  /** There was no connection, or it broke. */
  UNREACHABLE: true,
  TIMED_OUT: true,
  /** Too many requests; `retryAfterMs` says how long to wait where the engine said so. */
  RATE_LIMITED: true,
  /** The engine failed while it worked on the request. */
  ENGINE_FAILED: true,
  /** The answer is cut off or does not have the agreed shape: nothing of it is used. */
  NONSENSE: true,
  /** The key is wrong, missing or not allowed to do this. */
  KEY_REFUSED: false,
  /** The account behind the key is used up. */
  QUOTA_USED_UP: false,
  /** The engine does not take this sound or one of the settings. */
  REQUEST_REFUSED: false,
  /** A program, a package or a setting is missing on this server. */
  NOT_SET_UP: false,
  /** The recording has no sound at all. */
  NO_SOUND: false,
  /** The bytes are not media. */
  UNREADABLE: false,
  /** The caller ended the work. */
  ABORTED: false,
} as const

export type SpeechFailureCode = keyof typeof mayWorkLater

/** Why there are no words. The message is for operators and the log; what people read is chosen by the code. */
export class SpeechFailure extends Error {
  override readonly name = 'SpeechFailure'
  readonly code: SpeechFailureCode
  readonly retryable: boolean
  /** How long the engine asks to be left alone, in milliseconds; null where it does not say. */
  readonly retryAfterMs: number | null

  constructor(
    code: SpeechFailureCode,
    message: string,
    options: ErrorOptions & { retryAfterMs?: number | null } = {},
  ) {
    super(message, options)
    this.code = code
    this.retryable = mayWorkLater[code]
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}
