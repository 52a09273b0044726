import { KEPT_FORMATS } from './kept-formats.ts'

/** What every run of ffmpeg begins with that only decodes sound: it asks nobody, and opens nothing but files and pipes. */
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

/** Sound that begins late or has holes keeps its place on the recording's clock: what is missing becomes silence. */
export const onTheClock = 'aresample=async=1:first_pts=0'
