import { z } from 'zod'
import { MediaError, type Probe } from './media-tool.ts'
import { statedMs } from './stated-length.ts'

const stream = z.object({
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  disposition: z.object({ attached_pic: z.number().optional() }).optional(),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
})
const report = z.object({
  streams: z.array(stream).default([]),
  format: z.object({ format_name: z.string(), duration: z.string().optional() }),
})

export const FFPROBE_ARGS = ['-v', 'error', '-print_format', 'json', '-show_format', '-show_streams']

/** Reads what `ffprobe -print_format json -show_format -show_streams` printed. */
export function readProbe(printed: Buffer): Probe {
  const read = report.safeParse(parseJson(printed))
  if (!read.success) throw new MediaError('UNREADABLE', 'ffprobe said nothing that can be read')

  const { streams, format } = read.data
  const video = streams.find((one) => one.codec_type === 'video' && !one.disposition?.attached_pic)
  const audio = streams.find((one) => one.codec_type === 'audio')
  return {
    container: containerOf(format.format_name),
    durationMs: statedMs(Number(format.duration)),
    video: video ? { codec: video.codec_name ?? 'unknown', ...shownSize(video) } : null,
    audio: audio ? { codec: audio.codec_name ?? 'unknown' } : null,
  }
}

function parseJson(printed: Buffer): unknown {
  try {
    return JSON.parse(printed.toString())
  } catch {
    return null
  }
}

function containerOf(formatName: string): Probe['container'] {
  const names = formatName.split(',')
  if (names.includes('webm') || names.includes('matroska')) return 'webm'
  if (names.includes('mp4')) return 'mp4'
  const plain = (['ogg', 'mp3', 'wav', 'flac'] as const).find((name) => names.includes(name))
  return plain ?? 'other'
}

/** The size as shown: a phone held upright stores a landscape picture and a quarter turn. */
function shownSize(video: z.infer<typeof stream>): { width: number; height: number } {
  const { width = 0, height = 0 } = video
  const turned = video.side_data_list?.some((data) => Math.abs(data.rotation ?? 0) % 180 === 90)
  return turned ? { width: height, height: width } : { width, height }
}
