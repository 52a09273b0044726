import { hasCode } from '../error-code.ts'
import { decodeQuietly, notForEver, onTheClock } from '../media/decode-sound.ts'
import { FfmpegTool } from '../media/ffmpeg.ts'
import { MediaError, type Probe } from '../media/media-tool.ts'
import { runProcess } from '../media/run-process.ts'
import { workTimeMs } from '../media/work-time.ts'
import type { AudioFormat, Stretch } from './speech.ts'
import { SpeechFailure } from './speech-failure.ts'
import { ANALYSIS_RATE, VoiceMeter } from './voice-meter.ts'

const PACKING: Record<AudioFormat, { rate: number; coded: string[] }> = {
  wav: { rate: 16_000, coded: ['-c:a', 'pcm_s16le', '-bitexact', '-f', 'wav'] },
  webm: { rate: 48_000, coded: ['-c:a', 'libopus', '-b:a', '48k', '-application', 'voip', '-f', 'webm'] },
}
/**
 * Two old cores decode 400 seconds of sound in one second. A machine may be slow enough to decode only this many in one second
 * before ffmpeg counts as stuck.
 */
const SLOWEST = 10
const STARTING_MS = 60_000
/** Assumed for a live recording, which does not say how long it is. */
const LONGEST_MS = 12 * 3_600_000
const PIECE_BYTES_MAX = 50_000_000
/** Below 80 Hz there is only rumble, which would hide that somebody falls silent. */
const WITHOUT_RUMBLE = `${onTheClock(ANALYSIS_RATE)},highpass=f=80`

/**
 * Measures the sound of a media file.
 * @throws SpeechFailure NO_SOUND, UNREADABLE, NOT_SET_UP (no ffmpeg here), ENGINE_FAILED or ABORTED
 */
export async function measureVoice(file: string, signal: AbortSignal): Promise<VoiceMeter> {
  const { durationMs } = await probeSound(file, signal)
  return measure(file, [], signal, STARTING_MS + (durationMs ?? LONGEST_MS) / SLOWEST)
}

async function probeSound(file: string, signal: AbortSignal): Promise<Probe> {
  const probe = await orSpeechFailure(() => new FfmpegTool().probe(file, { signal }))
  if (!probe.audio) throw new SpeechFailure('NO_SOUND', 'the file has no sound track')
  return probe
}

/** Like `measureVoice`, for a part of a file that is known to have sound; the first frame is the beginning of the part. */
export async function measureVoiceWithin(
  file: string,
  part: Stretch,
  signal: AbortSignal,
): Promise<VoiceMeter> {
  return measure(file, placeOf(part), signal, await seekingTimeMs(file))
}

async function measure(
  file: string,
  place: string[],
  signal: AbortSignal,
  timeoutMs: number,
): Promise<VoiceMeter> {
  const meter = new VoiceMeter()
  const args = decoding(file, WITHOUT_RUMBLE, [...notForEver, '-f', 's16le'], place)
  await orSpeechFailure(() => runProcess('ffmpeg', args, { signal, timeoutMs }, (bytes) => meter.add(bytes)))
  return meter
}

/**
 * Extracts the sound of one piece as a file of its own, in memory (a minute of WAV is 2 MB). The file should have an index (the
 * playback copy): in a live recording the place of each piece has to be searched from the beginning.
 * @throws SpeechFailure as `measureVoice`
 */
export async function extractPiece(
  file: string,
  piece: Stretch,
  format: AudioFormat,
  signal: AbortSignal,
): Promise<Uint8Array> {
  return extract(file, placeOf(piece), format, signal)
}

/**
 * Extracts all the sound of a short file as WAV, in memory.
 * @throws SpeechFailure as `measureVoice`
 */
export async function extractSound(file: string, signal: AbortSignal): Promise<Uint8Array> {
  await probeSound(file, signal)
  return extract(file, [], 'wav', signal)
}

async function extract(
  file: string,
  place: string[],
  format: AudioFormat,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { rate, coded } = PACKING[format]
  const args = decoding(file, onTheClock(rate), coded, place)
  const timeoutMs = await seekingTimeMs(file)
  const packed = await orSpeechFailure(() =>
    runProcess('ffmpeg', args, { signal, timeoutMs, stdoutBytesMax: PIECE_BYTES_MAX }),
  )
  return format === 'wav' ? withSizes(packed) : packed
}

/** The time limit for finding a place in a file: without an index all of the file has to be read. */
function seekingTimeMs(file: string): Promise<number> {
  return orSpeechFailure(() => workTimeMs(file))
}

function placeOf({ startMs, endMs }: Stretch): string[] {
  return ['-ss', String(startMs / 1000), '-t', String((endMs - startMs) / 1000)]
}

function decoding(file: string, filter: string, output: string[], place: string[]): string[] {
  const sound = ['-map', '0:a:0', '-vn', '-map_metadata', '-1', '-af', filter]
  return [...decodeQuietly, ...place, '-i', `file:${file}`, ...sound, ...output, 'pipe:1']
}

/** Fills in the sizes at the beginning of a WAV file: ffmpeg, which writes into a pipe, cannot go back to do so. */
function withSizes(wav: Buffer): Buffer {
  const data = wav.indexOf('data')
  if (data < 0) throw new SpeechFailure('UNREADABLE', 'there is no sound in this piece')

  wav.writeUInt32LE(wav.length - 8, 4)
  wav.writeUInt32LE(wav.length - data - 8, data + 4)
  return wav
}

async function orSpeechFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof MediaError)) {
      // A full table of open files or a store that is away says nothing about the recording: later it may be opened.
      throw new SpeechFailure('ENGINE_FAILED', 'the file cannot be opened', { cause: error })
    }
    // The program itself, ffmpeg, was not found.
    if (hasCode(error.cause, 'ENOENT')) {
      throw new SpeechFailure('NOT_SET_UP', 'ffmpeg, which cuts recordings for the engine, is not installed')
    }
    const isOfFile = error.code !== 'TOOL_FAILED' && error.code !== 'DISK_FULL'
    const code = isOfFile ? error.code : 'ENGINE_FAILED'
    throw new SpeechFailure(code, error.message, { cause: error })
  }
}
