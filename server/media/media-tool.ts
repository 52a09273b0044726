import type { Log } from '../log.ts'

/** What a file says of itself once a tool has looked inside. Times in milliseconds. */
export type Probe = {
  container: 'webm' | 'mp4' | 'ogg' | 'mp3' | 'wav' | 'flac' | 'other'
  /** null where the file does not say, as a live recording does not: the copy will. */
  durationMs: number | null
  video: { codec: string; width: number; height: number } | null
  audio: { codec: string } | null
}

export type PlaybackContainer = 'webm' | 'mp4'

/** What a file of sound alone may be, so that a reader of books can play it. */
export type SoundType = 'audio/mp4' | 'audio/ogg' | 'audio/mpeg'

/** Loudness over time as audiowaveform's JSON has it (https://github.com/bbc/audiowaveform, version 2). */
export type Peaks = {
  version: 2
  channels: 1
  sample_rate: number
  samples_per_pixel: number
  bits: 8
  /** Pairs in `data`: lowest, highest, lowest, highest … */
  length: number
  data: number[]
}

/**
 * Work is done on local files; the signal ends the work and whatever process does it. The log hears of what had to be
 * left off and of what another tool did.
 */
export type WorkOptions = { signal: AbortSignal; log?: Pick<Log, 'info' | 'warn'> }

/**
 * The one port to what reads and writes media. `server/testing/media-tool-compliance.ts` holds every implementation
 * to the same behaviour. All of them throw MediaError.
 */
export interface MediaTool {
  readonly name: 'ffmpeg' | 'mediabunny'
  probe(input: string, options: WorkOptions): Promise<Probe>
  /**
   * Copies the tracks, bit for bit, into a file whose index stands in front, so that a far seek costs one request.
   * A torn end is left off. `playbackContainer` says which container holds the tracks.
   */
  seekableCopy(
    input: string,
    output: string,
    container: PlaybackContainer,
    options: WorkOptions,
  ): Promise<void>
  /** A JPEG still from the given time; false where this tool cannot decode the picture. */
  poster(input: string, output: string, atMs: number, options: WorkOptions): Promise<boolean>
  /** The sound alone, for listening beside a text: mono AAC where this tool encodes, else as it is; null without one. */
  sound(input: string, output: string, options: WorkOptions): Promise<SoundType | null>
  /** The waveform; null where there is no sound or this tool cannot decode it. */
  peaks(input: string, options: WorkOptions): Promise<Peaks | null>
}

/**
 * UNREADABLE: the bytes are not media that this tool understands. TOOL_FAILED: the tool was stopped by a limit or died.
 * ABORTED: the caller ended the work.
 */
export type MediaFailure = 'UNREADABLE' | 'TOOL_FAILED' | 'ABORTED'

export class MediaError extends Error {
  readonly code: MediaFailure

  constructor(code: MediaFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MediaError'
    this.code = code
  }
}
