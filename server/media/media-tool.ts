import type { Log } from '../log.ts'

/** What a file says of itself once a tool has examined it. Times are in milliseconds. */
export type Probe = {
  container: 'webm' | 'mp4' | 'ogg' | 'mp3' | 'wav' | 'flac' | 'other'
  /** null where the file does not say, as a live recording does not (its copy will), or says what cannot be. */
  durationMs: number | null
  video: { codec: string; width: number; height: number } | null
  audio: { codec: string } | null
}

export type PlaybackContainer = 'webm' | 'mp4'

/** The types of an audio file that e-book readers can play. */
export type SoundType = 'audio/mp4' | 'audio/ogg' | 'audio/mpeg'

/** Loudness over time in audiowaveform's JSON format (https://github.com/bbc/audiowaveform, version 2). */
export type Peaks = {
  version: 2
  channels: 1
  sample_rate: number
  samples_per_pixel: number
  bits: 8
  /** The number of pairs in `data`, which holds lowest, highest, lowest, highest … */
  length: number
  data: number[]
}

/**
 * Work is done on local files. The signal ends the work and the process that does it. The log is told what had to be left out and
 * what another tool did instead.
 */
export type WorkOptions = { signal: AbortSignal; log?: Pick<Log, 'info' | 'warn'> }

/**
 * The only port to whatever reads and writes media. `server/testing/media-tool-compliance.ts` holds every implementation to the
 * same behaviour. All of its methods throw MediaError.
 */
export interface MediaTool {
  readonly name: 'ffmpeg' | 'mediabunny'
  probe(input: string, options: WorkOptions): Promise<Probe>
  /**
   * Copies the tracks, bit for bit, into a file whose index stands in front, so that a far seek costs one request. A damaged end is
   * left out. `playbackContainer` says which container can hold the tracks. For MP4, a tool that can encode does so with tracks that
   * browsers do not play.
   */
  seekableCopy(
    input: string,
    output: string,
    container: PlaybackContainer,
    options: WorkOptions,
  ): Promise<void>
  /** Writes a JPEG still from the given time; resolves to false where this tool cannot decode the picture. */
  poster(input: string, output: string, atMs: number, options: WorkOptions): Promise<boolean>
  /**
   * Writes the sound alone, for listening beside a text: mono AAC where this tool can encode, otherwise unchanged. Resolves to null
   * where the file has no sound.
   */
  sound(input: string, output: string, options: WorkOptions): Promise<SoundType | null>
  /** Resolves to the waveform; null where there is no sound or this tool cannot decode it. */
  peaks(input: string, options: WorkOptions): Promise<Peaks | null>
}

/**
 * UNREADABLE: the bytes are not media that this tool understands. TOOL_FAILED: the tool died or was stopped by a limit. DISK_FULL:
 * what it writes found no room. ABORTED: the caller ended the work.
 */
export type MediaFailure = 'UNREADABLE' | 'TOOL_FAILED' | 'DISK_FULL' | 'ABORTED'

/** Whether a program complains of a full disk (ENOSPC). That says nothing of the file that it read, and passes. */
export const saysDiskIsFull = (complaint: string): boolean => /no space left on device/i.test(complaint)

export class MediaError extends Error {
  readonly code: MediaFailure

  constructor(code: MediaFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MediaError'
    this.code = code
  }
}
