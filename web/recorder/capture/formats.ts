import type { RecordingKind, RecordingQuality } from '#contract/recordings.ts'

/** VP9 first; MP4 where WebM is missing or broken (Safari writes WebM without a usable duration). */
const videoFormats = [
  'video/webm;codecs=vp9,opus',
  'video/webm;codecs=vp8,opus',
  'video/webm',
  'video/mp4;codecs=avc1.42E01E,mp4a.40.2',
  'video/mp4',
]
const audioFormats = ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4']

type Picture = { width: number; height: number; bitsPerSecond: number }

export const pictures: Record<RecordingQuality, Picture> = {
  high: { width: 1920, height: 1080, bitsPerSecond: 3_000_000 },
  medium: { width: 1280, height: 720, bitsPerSecond: 1_800_000 },
  low: { width: 854, height: 480, bitsPerSecond: 900_000 },
}
export const soundBitsPerSecond = 128_000
export const sampleRate = 48_000

/** The first format this browser can record, or null when it can record none. */
export function chooseFormat(
  kind: RecordingKind,
  browser: { isSafari: boolean; canRecord: (mimeType: string) => boolean },
): string | null {
  const formats = kind === 'video' ? videoFormats : audioFormats
  const inOrder = browser.isSafari ? formats.toSorted(mp4First) : formats
  return inOrder.find(browser.canRecord) ?? null
}

function mp4First(a: string, b: string): number {
  return Number(b.includes('/mp4')) - Number(a.includes('/mp4'))
}

/** How many seconds of recording fit into that many bytes; `quality` is null when no picture is recorded. */
export function secondsIn(bytes: number, quality: RecordingQuality | null): number {
  const pictureBits = quality === null ? 0 : pictures[quality].bitsPerSecond
  return Math.floor((bytes * 8) / (pictureBits + soundBitsPerSecond))
}
