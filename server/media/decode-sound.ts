import { limits } from '#contract/limits.ts'
import { KEPT_FORMATS } from './kept-formats.ts'

/**
 * The most memory, in bytes, that ffmpeg may ask for in one piece. The index of a day's film at 50 pictures a second takes 120 MB;
 * the silence of `onTheClock` takes 58 MB for each hour. Of sound that goes on after a gap of more than six hours, that is not heard.
 */
const ALLOC_BYTES_MAX = '400000000'

/**
 * The arguments with which every run of ffmpeg begins that only decodes sound: it asks no questions, opens nothing but files and
 * pipes, and takes little memory, whatever a file claims.
 */
export const decodeQuietly = [
  '-hide_banner',
  '-nostdin',
  '-loglevel',
  'error',
  '-protocol_whitelist',
  'file,pipe',
  '-max_alloc',
  ALLOC_BYTES_MAX,
  ...KEPT_FORMATS,
  '-y',
]

/** For the output: a few bytes can claim weeks of silence, and every second of it costs time and memory. */
export const notForEver = ['-t', String(limits.soundHours * 3_600)]

/**
 * Keeps sound that begins late or has gaps in its place on the recording's clock: what is missing becomes silence. ffmpeg holds all
 * of a gap in memory at once, so the sound is first made mono, of 16 bits and of the rate (in Hz) that is wanted: at 8 kHz an hour
 * is 58 MB, where it would be 1.4 GB of stereo at 48 kHz.
 */
export function onTheClock(rate: number): string {
  return `aformat=sample_fmts=s16:sample_rates=${rate}:channel_layouts=mono,aresample=async=1:first_pts=0`
}
