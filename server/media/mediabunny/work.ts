import { stat } from 'node:fs/promises'
import {
  ADTS,
  AudioSampleSink,
  FilePathSource,
  FilePathTarget,
  FLAC,
  Input,
  type InputVideoTrack,
  IsobmffInputFormat,
  MATROSKA,
  MatroskaInputFormat,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  StreamTarget,
  type VideoSample,
  VideoSampleSink,
  WAVE,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import sharp from 'sharp'
import type { Peaks, PlaybackContainer, Probe, SoundType } from '../media-tool.ts'
import { PeaksMeter } from '../peaks.ts'
import { statedMs } from '../stated-length.ts'
import { FrontCuesFile } from './cues-in-front.ts'
import { OtherPicture, registerDecoders } from './decoders.ts'
import { copyPackets } from './packet-copy.ts'
import { rgbOfI420 } from './rgb-of-i420.ts'

const POSTER_WIDTH = 1_280
/** Twice the bytes of a cue point for two tracks. */
const CUE_BYTES = 48
const READ_AHEAD_BYTES = 1024 * 1024

/** The formats that may be opened. No playlist format is among them, because a file from a stranger must not name other files. */
const FORMATS = [WEBM, MATROSKA, MP4, QTFF, OGG, MP3, WAVE, FLAC, ADTS]

registerDecoders()

function openInput(path: string): Input {
  return new Input({
    formats: FORMATS,
    source: new FilePathSource(path, { maxCacheSize: READ_AHEAD_BYTES }),
  })
}

/** Reads what the file says of itself. */
export async function probe(path: string): Promise<Probe> {
  using input = openInput(path)
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  if (!video && !audio) throw new Error('no picture and no sound')

  return {
    container: containerOf(await input.getFormat()),
    durationMs: statedMs(await input.getDurationFromMetadata()),
    video: video && {
      codec: codecName((await video.getCodec()) ?? 'unknown'),
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
    },
    audio: audio && { codec: codecName((await audio.getCodec()) ?? 'unknown') },
  }
}

/** The copy with its index in front; see the port. */
export async function seekableCopy(
  path: string,
  output: string,
  container: PlaybackContainer,
): Promise<void> {
  using input = openInput(path)
  await (container === 'webm' ? copyToWebm : copyToMp4)(input, output)
}

async function copyToWebm(input: Input, path: string): Promise<void> {
  const seconds = await input.computeDuration(undefined, { skipLiveWait: true })
  const file = await FrontCuesFile.create(path, CUE_BYTES * Math.ceil(seconds + 8))
  let segmentAt = 0
  const format = new WebMOutputFormat({
    minimumClusterDuration: 1,
    onSegmentHeader: (header, position) => {
      segmentAt = position
      file.headerEndsAt(position + header.length)
    },
  })
  const target = new StreamTarget(
    new WritableStream({ write: ({ data, position }) => file.write(data, position) }),
    { chunked: true, chunkSize: READ_AHEAD_BYTES },
  )

  try {
    const copied = await copyPackets(input, new Output({ format, target }), false)
    if (!copied) throw new Error('no track that WebM holds')
    await file.finish(segmentAt)
  } finally {
    await file.close()
  }
}

async function copyToMp4(input: Input, path: string): Promise<void> {
  const format = new Mp4OutputFormat({ fastStart: 'reserve' })
  const target = new FilePathTarget(path, { chunked: true, chunkSize: READ_AHEAD_BYTES })
  const copied = await copyPackets(input, new Output({ format, target }), true)
  if (!copied) throw new Error('no track that MP4 holds')
}

/** Copies the sound track unchanged into the container in which e-book readers expect its codec. */
export async function sound(path: string, output: string): Promise<SoundType | null> {
  using input = openInput(path)
  const codec = await (await input.getPrimaryAudioTrack())?.getCodec()
  const found = soundFiles.find((file) => file.codec === codec)
  if (!found) return null

  const target = new FilePathTarget(output, { chunked: true, chunkSize: READ_AHEAD_BYTES })
  const copied = await copyPackets(input, new Output({ format: found.format(), target }), false, 'sound')
  return copied ? found.type : null
}

const soundFiles: { codec: string; type: SoundType; format: () => OutputFormat }[] = [
  { codec: 'aac', type: 'audio/mp4', format: () => new Mp4OutputFormat({ fastStart: 'in-memory' }) },
  { codec: 'opus', type: 'audio/ogg', format: () => new OggOutputFormat() },
  { codec: 'mp3', type: 'audio/mpeg', format: () => new Mp3OutputFormat() },
]

/**
 * Draws a still from about the given time; resolves to false where `decoders.ts` cannot decode the codec or this kind of picture.
 */
export async function poster(path: string, output: string, atMs: number): Promise<boolean> {
  using input = openInput(path)
  const video = await input.getPrimaryVideoTrack()
  if (!video || !(await video.canDecode())) return false

  using sample = await pictureAt(video, atMs / 1000)
  if (!sample) return false

  const { codedWidth: width, codedHeight: height } = sample
  const planes = new Uint8Array(sample.allocationSize())
  await sample.copyTo(planes)
  const still = sharp(rgbOfI420(planes, width, height), { raw: { width, height, channels: 3 } })
  const upright = still.rotate(await video.getRotation())
  await upright.resize({ width: POSTER_WIDTH, withoutEnlargement: true }).jpeg({ quality: 82 }).toFile(output)
  return (await stat(output)).size > 0
}

/** The picture shown at the given time, or the first one of a film that begins later. */
async function pictureAt(video: InputVideoTrack, seconds: number): Promise<VideoSample | null> {
  const sink = new VideoSampleSink(video)
  try {
    return (await sink.getSample(seconds)) ?? (await firstOf(sink.samples()))
  } catch (error) {
    if (error instanceof OtherPicture) return null
    throw error
  }
}

/** The waveform; null where there is no sound, or where its codec is neither PCM nor one that `decoders.ts` knows. */
export async function peaks(path: string): Promise<Peaks | null> {
  using input = openInput(path)
  const audio = await input.getPrimaryAudioTrack()
  if (!audio || !(await audio.canDecode())) return null

  let meter: PeaksMeter | null = null
  for await (const sample of new AudioSampleSink(audio).samples()) {
    meter ??= new PeaksMeter(sample.sampleRate)
    const channels = sample.numberOfChannels
    const interleaved = new Int16Array(sample.numberOfFrames * channels)
    sample.copyTo(interleaved, { planeIndex: 0, format: 's16' })
    sample.close()
    for (let at = 0; at < interleaved.length; at += channels) meter.sample(meanOf(interleaved, at, channels))
  }
  return meter?.finish() ?? null
}

function meanOf(interleaved: Int16Array, at: number, channels: number): number {
  let sum = 0
  for (let channel = 0; channel < channels; channel += 1) sum += interleaved[at + channel] ?? 0
  return Math.round(sum / channels)
}

async function firstOf<T>(all: AsyncGenerator<T>): Promise<T | null> {
  const { value, done } = await all.next()
  await all.return(undefined)
  return done ? null : value
}

function containerOf(format: unknown): Probe['container'] {
  if (format instanceof MatroskaInputFormat) return 'webm'
  if (format instanceof IsobmffInputFormat) return 'mp4'
  const name = format instanceof Object ? format.constructor.name.toLowerCase() : ''
  const plain = (['ogg', 'mp3', 'wav', 'flac'] as const).find((one) => name.startsWith(one))
  return plain ?? 'other'
}

/** Uses ffprobe's names, so that both tools name a codec alike. */
function codecName(codec: string): string {
  if (codec === 'avc') return 'h264'
  if (codec === 'ulaw' || codec === 'alaw') return `pcm_${codec === 'ulaw' ? 'mulaw' : 'alaw'}`
  const [, plain] = /^pcm-(.+)$/.exec(codec) ?? []
  if (plain === undefined) return codec
  return `pcm_${/8$|be$/.test(plain) ? plain : `${plain}le`}`
}
