/** Every way in which asking a text model can fail, and whether the same question may succeed later. */
const mayWorkLater = {
  UNREACHABLE: true,
  TIMED_OUT: true,
  RATE_LIMITED: true,
  ENGINE_FAILED: true,
  /** The answer is cut off, not JSON, or not of the requested shape: nothing of it is used. */
  NONSENSE: true,
  KEY_REFUSED: false,
  REQUEST_REFUSED: false,
  ABORTED: false,
} as const

export type TextFailureCode = keyof typeof mayWorkLater

/**
 * Why a text model gave no answer. It contains nothing of the question, the answer or the key, because it ends up in logs, where
 * what a family tells does not belong.
 */
export class TextFailure extends Error {
  override readonly name = 'TextFailure'
  readonly code: TextFailureCode
  readonly retryable: boolean

  constructor(code: TextFailureCode, message: string) {
    super(message)
    this.code = code
    this.retryable = mayWorkLater[code]
  }
}
