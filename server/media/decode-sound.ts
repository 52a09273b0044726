import { KEPT_FORMATS } from './kept-formats.ts'

/**
 * The arguments with which every run of ffmpeg begins that only decodes sound: it asks no questions, and opens nothing but files
 * and pipes.
 */
export const decodeQuietly = [
  '-hide_banner',
  '-nostdin',
  '-loglevel',
  'error',
  '-protocol_whitelist',
  'file,pipe',
  ...KEPT_FORMATS,
  '-y',
]

/** Keeps sound that begins late or has gaps in its place on the recording's clock: what is missing becomes silence. */
export const onTheClock = 'aresample=async=1:first_pts=0'
