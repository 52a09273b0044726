import { stat } from 'node:fs/promises'
import {
  ADTS,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  FLAC,
  Input,
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
  WAVE,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import sharp from 'sharp'
import type { PlaybackContainer, Probe, SoundType } from '../media-tool.ts'
import { FrontCuesFile } from './cues-in-front.ts'
import { copyPackets } from './packet-copy.ts'
import { webpOfVp8KeyFrame } from './vp8-still.ts'

const POSTER_WIDTH = 1_280
/** Twice what a cue point for two tracks takes. */
const CUE_BYTES = 48
const READ_AHEAD_BYTES = 1024 * 1024

/** No playlist format is among them: a file from a stranger must not name other files. */
const FORMATS = [WEBM, MATROSKA, MP4, QTFF, OGG, MP3, WAVE, FLAC, ADTS]

function openInput(path: string): Input {
  return new Input({
    formats: FORMATS,
    source: new FilePathSource(path, { maxCacheSize: READ_AHEAD_BYTES }),
  })
}

/** What the file says of itself. */
export async function probe(path: string): Promise<Probe> {
  using input = openInput(path)
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  if (!video && !audio) throw new Error('no picture and no sound')

  const seconds = await input.getDurationFromMetadata()
  return {
    container: containerOf(await input.getFormat()),
    durationMs: seconds ? Math.round(seconds * 1000) : null,
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

/** The sound track as it is, in the container that a reader of books knows it in. */
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

/** A still, for pictures recorded with VP8: Node decodes no other video codec. */
export async function poster(path: string, output: string, atMs: number): Promise<boolean> {
  using input = openInput(path)
  const video = await input.getPrimaryVideoTrack()
  if (!video || (await video.getCodec()) !== 'vp8') return false

  const sink = new EncodedPacketSink(video)
  const packet = (await sink.getKeyPacket(atMs / 1000)) ?? (await sink.getFirstKeyPacket())
  if (!packet) return false

  const still = sharp(webpOfVp8KeyFrame(packet.data)).rotate(await video.getRotation())
  await still.resize({ width: POSTER_WIDTH, withoutEnlargement: true }).jpeg({ quality: 82 }).toFile(output)
  return (await stat(output)).size > 0
}

function containerOf(format: unknown): Probe['container'] {
  if (format instanceof MatroskaInputFormat) return 'webm'
  if (format instanceof IsobmffInputFormat) return 'mp4'
  const name = format instanceof Object ? format.constructor.name.toLowerCase() : ''
  const plain = (['ogg', 'mp3', 'wav', 'flac'] as const).find((one) => name.startsWith(one))
  return plain ?? 'other'
}

/** ffprobe's names, so that both tools say the same. */
function codecName(codec: string): string {
  if (codec === 'avc') return 'h264'
  return codec
}
