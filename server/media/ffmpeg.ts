import { rm, stat } from 'node:fs/promises'
import { notForEver, onTheClock } from './decode-sound.ts'
import { FFPROBE_ARGS, readProbe } from './ffprobe.ts'
import { KEPT_FORMATS } from './kept-formats.ts'
import {
  MediaError,
  type MediaFailure,
  type MediaTool,
  type Peaks,
  type PlaybackContainer,
  type Probe,
  type SoundType,
  type WorkOptions,
} from './media-tool.ts'
import { PeaksMeter } from './peaks.ts'
import { unplayedInMp4 } from './playback-container.ts'
import { runProcess } from './run-process.ts'
import { CPU_SECONDS_MAX, encodingTime, workTimeMs } from './work-time.ts'

const POSTER_WIDTH = 1_280
/** 8K, as the largest cameras film. A larger picture amid smaller ones is there to fill the memory. */
const POSTER_PIXELS_MAX = 8_192 * 4_320
const PEAKS_SAMPLE_RATE = 8_000
/** Files come from strangers: ffmpeg may use no network, and no playlists that name other files. */
const ONLY_FILES = ['-protocol_whitelist', 'file,pipe', ...KEPT_FORMATS]
const QUIET = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y']

/**
 * Room for the index as a share of the file. An index entry takes some 20 bytes, and one comes with every few seconds: 0.01 % at a
 * megabit per second.
 */
const INDEX_SHARE = 0.001
const INDEX_BYTES_MIN = 4_096

/** ffmpeg's message when it could not write what comes last in a file, such as its index. ffmpeg 5.1 exits with 0 all the same. */
const TRAILER_FAILED = 'Error writing trailer'

/**
 * Removes all metadata of where, when and by what device a file was recorded: from the whole file, from its tracks and from
 * chapters.
 */
const WITHOUT_METADATA = ['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1']

/**
 * The sound tracks whose format is known. Newer iPhones add one of Apple's own (APAC) to the usual one, and for its sake ffmpeg
 * would write no copy at all.
 */
const KNOWN_SOUND = '0:a:u?'

/**
 * Pictures that browsers do not play, from camcorders, old cameras and DVDs, are encoded anew, a few of them a second faster than
 * they are watched on an old core. Width and threads keep the memory below 200 MB. Fields of television become pictures, for which
 * three are held at a time: too much of 4K, which never has any.
 */
const SCALED = `scale='trunc(min(1280,iw)/2)*2':-2`
const PICTURE_FORMS = [
  { pixelsMax: 1_920 * 1_088, filters: `yadif=deint=interlaced,${SCALED}` },
  { pixelsMax: 4_096 * 2_304, filters: SCALED },
]
const ENCODED_PICTURE = ['-filter_threads', '1', '-c:v', 'libx264', '-preset', 'superfast'].concat([
  '-crf',
  '23',
  '-pix_fmt',
  'yuv420p',
  '-threads',
  '1',
])
const ENCODED_SOUND = ['-c:a', 'aac', '-b:a', '160k']
/** What an encoded copy may take beyond the original: telephones wrote sound of a tenth of the size, for a day at most. */
const ENCODED_BYTES_MORE = 600_000_000
/** Puts the silence of gaps into the samples. At this rate, the memory is enough for a gap of seventeen minutes. */
const WITH_SILENCE = ['-max_alloc', '100000000', '-af', onTheClock(48_000)]
/** ffmpeg's message where a gap took more memory than that. What it writes then has its sound at the wrong times. */
const GAP_TOO_LONG = 'Failed to compensate for timestamp delta'

/** Implements the port with the programs `ffmpeg` and `ffprobe`. */
export class FfmpegTool implements MediaTool {
  readonly name = 'ffmpeg'
  readonly #ffmpeg: string
  readonly #ffprobe: string

  constructor(ffmpeg = 'ffmpeg', ffprobe = 'ffprobe') {
    this.#ffmpeg = ffmpeg
    this.#ffprobe = ffprobe
  }

  async probe(input: string, { signal }: WorkOptions): Promise<Probe> {
    const args = [...FFPROBE_ARGS, ...ONLY_FILES, '-i', asFile(input)]
    return readProbe(await runProcess(this.#ffprobe, args, { signal, timeoutMs: 60_000 }))
  }

  async seekableCopy(
    input: string,
    output: string,
    container: PlaybackContainer,
    options: WorkOptions,
  ): Promise<void> {
    const { size } = await stat(input)
    const encoding = container === 'mp4' ? await this.#encoding(input, options) : null
    const sizeMax = size + size / 4 + (encoding ? ENCODED_BYTES_MORE : 10_000_000)
    // A film that took hours up to a limit would take them again. What there is of it then would pass for the whole, so it is not kept.
    const whenOverLimit = encoding ? 'UNREADABLE' : 'TOOL_FAILED'
    const codings = encoding?.codings ?? []
    const tracks = ['-map', '0:V:0?', '-map', KNOWN_SOUND, '-c', 'copy', ...codings, ...WITHOUT_METADATA]
    const limits = ['-fs', String(Math.ceil(sizeMax)), ...(encoding ? notForEver : [])]
    const copy = (index: string[]) =>
      this.#run(input, [...tracks, ...index, ...limits, '-f', container, asFile(output)], options, {
        inputArgs: encoding?.inputArgs ?? [],
        ...(encoding ? { ...encodingTime(size), whenKilled: whenOverLimit } : {}),
      })
    await (container === 'mp4' ? copy(['-movflags', '+faststart']) : copyWebm(copy, size))

    const written = await stat(output)
    if (written.size < sizeMax && written.size > 0) return
    await rm(output, { force: true })
    throw new MediaError(whenOverLimit, `a copy of ${written.size} bytes from ${size} is not a copy`)
  }

  async poster(input: string, output: string, atMs: number, options: WorkOptions): Promise<boolean> {
    const seek = ['-ss', String(atMs / 1000), '-max_pixels', String(POSTER_PIXELS_MAX)]
    const still = ['-map', '0:V:0', '-frames:v', '1', '-vf', `scale='min(${POSTER_WIDTH},iw)':-2`]
    const picture = [...still, '-q:v', '4', '-f', 'mjpeg', asFile(output)]

    await this.#run(input, picture, options, { inputArgs: seek })
    // Where there is no picture at that time, ffmpeg leaves an empty file and exits with 0.
    const drawn = await stat(output).catch(() => null)
    return drawn !== null && drawn.size > 0
  }

  async sound(input: string, output: string, options: WorkOptions): Promise<SoundType | null> {
    const { audio } = await this.probe(input, options)
    if (!audio) return null

    const coded = ['-map', '0:a:0', '-ac', '1', '-c:a', 'aac', '-b:a', '64k', '-map_metadata', '-1']
    const whole = [...coded, ...notForEver, '-movflags', '+faststart', '-f', 'mp4', asFile(output)]
    try {
      await this.#run(input, [...WITH_SILENCE, ...whole], options, { fatal: [GAP_TOO_LONG] })
    } catch (error) {
      if (!(error instanceof MediaError && error.code === 'UNREADABLE')) throw error
      // A gap or the film's index took too much memory. The times alone then say where the silence is; not every reader looks at them.
      await this.#run(input, whole, options)
    }
    return 'audio/mp4'
  }

  async peaks(input: string, options: WorkOptions): Promise<Peaks | null> {
    const { audio } = await this.probe(input, options)
    if (!audio) return null

    const meter = new PeaksMeter(PEAKS_SAMPLE_RATE)
    const sound = ['-map', '0:a:0', '-ac', '1', '-ar', String(PEAKS_SAMPLE_RATE), ...notForEver]
    await this.#run(input, [...sound, '-f', 's16le', 'pipe:1'], options, {
      onOutput: (bytes) => meter.add(bytes),
    })
    return meter.finish()
  }

  /**
   * What has to be encoded anew so that browsers play it from an MP4, and the memory that reading it may take; null for a film whose
   * tracks are copied as they are.
   */
  async #encoding(input: string, options: WorkOptions) {
    const probe = await this.probe(input, options)
    const { picture, sound } = unplayedInMp4(probe)
    if (!picture && !sound) return null

    const reading = ['-threads', '1']
    const codedSound = sound ? ENCODED_SOUND : []
    if (!picture) return { codings: codedSound, inputArgs: reading }

    const pixels = (probe.video?.width ?? 0) * (probe.video?.height ?? 0)
    const form = PICTURE_FORMS.find(({ pixelsMax }) => pixels <= pixelsMax)
    if (!form) throw new MediaError('UNREADABLE', `pictures of ${pixels} pixels are not encoded`)
    return {
      codings: ['-vf', form.filters, ...ENCODED_PICTURE, ...codedSound],
      // The first pictures say nothing of those that follow.
      inputArgs: [...reading, '-max_pixels', String(form.pixelsMax)],
    }
  }

  async #run(
    input: string,
    outputArgs: string[],
    { signal }: WorkOptions,
    {
      inputArgs = [],
      onOutput,
      fatal = [],
      moreMs = 0,
      cpuSeconds = CPU_SECONDS_MAX,
      whenKilled = 'TOOL_FAILED',
    }: RunExtras = {},
  ): Promise<void> {
    const quietly = [...QUIET, '-timelimit', String(cpuSeconds)]
    const args = [...quietly, ...ONLY_FILES, ...inputArgs, '-i', asFile(input), ...outputArgs]
    const timeoutMs = (await workTimeMs(input)) + moreMs
    const limits = { signal, timeoutMs, whenKilled, fatal: [TRAILER_FAILED, ...fatal] }
    await runProcess(this.#ffmpeg, args, limits, onOutput)
  }
}

type RunExtras = {
  inputArgs?: string[]
  onOutput?: (bytes: Buffer) => void
  /** Error messages that mean failure even though ffmpeg exits with 0. */
  fatal?: readonly string[]
  /** Time beyond what a copy of a file of this size takes. */
  moreMs?: number
  cpuSeconds?: number
  whenKilled?: MediaFailure
}

/**
 * Reserves room for the index in front, so that a file of hours is written only once. Where the room was too small, as in a film of
 * nothing but key frames, everything is written a second time behind the index.
 */
async function copyWebm(copy: (index: string[]) => Promise<void>, size: number): Promise<void> {
  try {
    await copy(['-reserve_index_space', String(INDEX_BYTES_MIN + Math.ceil(size * INDEX_SHARE))])
  } catch (error) {
    if (!(error instanceof MediaError && error.message.includes(TRAILER_FAILED))) throw error
    await copy(['-cues_to_front', '1'])
  }
}

/** Puts the protocol before a path, so that ffmpeg takes it neither for an option nor for another protocol. */
function asFile(path: string): string {
  return `file:${path}`
}
