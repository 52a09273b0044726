/** Why the camera or microphone could not be used, or stopped being used. */
export type CaptureFailureReason =
  | 'permission-denied'
  | 'device-not-found'
  | 'device-busy'
  | 'device-lost'
  | 'stalled'
  /** The device slept, or kept the page from running, and recorded nothing meanwhile. */
  | 'suspended'
  | 'recorder-error'
  | 'unsupported'
  /** The page's address does not begin with https: browsers then have neither camera nor microphone for it. */
  | 'insecure'

/** Why the device could not keep what was captured. */
export type SpoolFailureReason =
  | 'device-full'
  | 'device-storage'
  /** A newer version of Kinora, in another tab, has upgraded the database to a schema that this page does not know. */
  | 'page-outdated'
  /** An older version of Kinora, in another tab, is recording and therefore keeps the database open, so it cannot be upgraded. */
  | 'store-in-use'
  /** The database has neither opened nor failed, as in a Safari whose storage hangs until all of it is closed. */
  | 'store-silent'

export type RecordingFailureReason = CaptureFailureReason | SpoolFailureReason

export class CaptureFailure extends Error {
  override readonly name = 'CaptureFailure'
  readonly reason: CaptureFailureReason

  constructor(reason: CaptureFailureReason, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

export class SpoolFailure extends Error {
  override readonly name = 'SpoolFailure'
  readonly reason: SpoolFailureReason

  constructor(reason: SpoolFailureReason, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

/** The reason to report for a failed recording; any unforeseen error counts as the recorder's own. */
export function reasonOf(error: unknown): RecordingFailureReason {
  if (error instanceof CaptureFailure || error instanceof SpoolFailure) return error.reason
  return 'recorder-error'
}
