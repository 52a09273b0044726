import type { PlaybackContainer, Probe } from './media-tool.ts'

const WEBM_CODECS = new Set(['vp8', 'vp9', 'av1', 'opus', 'vorbis'])

/**
 * The container of the seekable copy. Null where the original already seeks, or where no container that browsers play could hold
 * its tracks without encoding them again.
 */
export function playbackContainer(probe: Probe): PlaybackContainer | null {
  if (probe.container === 'mp4') return 'mp4'
  if (probe.container !== 'webm') return null

  const codecs = [probe.video?.codec, probe.audio?.codec].filter((codec) => codec !== undefined)
  return codecs.every((codec) => WEBM_CODECS.has(codec)) ? 'webm' : 'mp4'
}

/** The MIME type that the copy is served as. */
export function playbackMimeType(container: PlaybackContainer, probe: Probe): string {
  return `${probe.video ? 'video' : 'audio'}/${container}`
}
