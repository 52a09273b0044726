import type { RecordingKind } from '#contract/recordings.ts'
import type { CaptureFailure } from '../failures.ts'
import type { Bytes } from '../hash.ts'

export type CaptureEvents = {
  /** A slice and how long the recording is with it, pauses left out. In order. */
  slice: (bytes: Bytes, endMs: number) => void
  /** Told once; nothing more is captured. What was captured before has been or will be told by `slice`. */
  failed: (failure: CaptureFailure) => void
}

/** One run of a recorder over an open stream. */
export type Capture = {
  kind: RecordingKind
  mimeType: string
  start: (events: CaptureEvents) => void
  pause: () => void
  resume: () => void
  /** Resolves when the last slice was handed over, or was waited for long enough. May be called after a failure, and twice. */
  stop: () => Promise<void>
  /** After `stop`: null when the last slice was handed over, else what resolves once none can come any more. */
  behind: () => Promise<void> | null
}
