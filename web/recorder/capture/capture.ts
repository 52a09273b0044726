import type { RecordingKind } from '#contract/recordings.ts'
import type { CaptureFailure } from '../failures.ts'
import type { Bytes } from '../hash.ts'

export type CaptureEvents = {
  /** A slice, in order, and the recording's length up to its end, without pauses. */
  slice: (bytes: Bytes, endMs: number) => void
  /** Called once; nothing more is captured afterwards. Slices captured before may still be reported. */
  failed: (failure: CaptureFailure) => void
}

/** One run of a recorder over an open stream. */
export type Capture = {
  kind: RecordingKind
  mimeType: string
  start: (events: CaptureEvents) => void
  pause: () => void
  resume: () => void
  /** Resolves when the last slice was handed over, or waiting for it timed out. May be called after a failure, and twice. */
  stop: () => Promise<void>
  /** After `stop`: null when the last slice was handed over, otherwise a promise that resolves once no more slices can come. */
  behind: () => Promise<void> | null
}
