import type { PlaybackContainer, Probe } from './media-tool.ts'

const WEBM_CODECS = new Set(['vp8', 'vp9', 'av1', 'opus', 'vorbis'])
const MP4_PICTURE = new Set(['h264', 'hevc', 'av1', 'vp9'])
const MP4_SOUND = new Set(['aac', 'mp3', 'opus', 'flac'])

const SOUND_CONTAINERS: ReadonlySet<Probe['container']> = new Set(['ogg', 'mp3', 'wav', 'flac'])
/** What browsers play in the containers of sound alone. Dictating machines write others into WAV (ADPCM), and some write MP2. */
const SOUND_CODECS = new Set(
  ['mp3', 'opus', 'vorbis', 'flac', 'pcm_u8', 'pcm_s16le', 'pcm_s24le'].concat([
    'pcm_s32le',
    'pcm_f32le',
    'pcm_mulaw',
    'pcm_alaw',
  ]),
)

/** The container of the seekable copy. Null where browsers play the original as it is, or where nothing in it could be played. */
export function playbackContainer(probe: Probe): PlaybackContainer | null {
  const { container, video, audio } = probe
  if (container === 'mp4') return 'mp4'
  const codecs = [video?.codec, audio?.codec].filter((codec) => codec !== undefined)
  if (container === 'webm') return codecs.every((codec) => WEBM_CODECS.has(codec)) ? 'webm' : 'mp4'

  const isPlayed =
    !video && SOUND_CONTAINERS.has(container) && codecs.every((codec) => SOUND_CODECS.has(codec))
  return isPlayed || codecs.length === 0 ? null : 'mp4'
}

/** Which tracks browsers do not play in an MP4, so that a copy of them is of use only if they are encoded anew. */
export function unplayedInMp4({ container, video, audio }: Probe): { picture: boolean; sound: boolean } {
  // CAF keeps Opus without the head that it has in MP4.
  const isOpusWithoutHead = container === 'other' && audio?.codec === 'opus'
  return {
    picture: video !== null && !MP4_PICTURE.has(video.codec),
    sound: audio !== null && (!MP4_SOUND.has(audio.codec) || isOpusWithoutHead),
  }
}

/** The MIME type that the copy is served as. */
export function playbackMimeType(container: PlaybackContainer, probe: Probe): string {
  return `${probe.video ? 'video' : 'audio'}/${container}`
}
