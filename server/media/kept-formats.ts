/**
 * What ffmpeg may take a file for: the containers of `fileKindOf` and of the recorder, and nothing that ffmpeg only guesses from
 * the bytes. A playlist (HLS, DASH, a list to be joined) is text that names other files, and ffmpeg would open any film of this
 * machine by it; a recording's bytes come from whoever holds a link.
 */
export const KEPT_FORMATS = [
  '-format_whitelist',
  ['mov', 'matroska', 'webm', 'ogg', 'mp3', 'wav', 'flac', 'aac', 'aiff', 'amr', 'avi']
    .concat(['mpeg', 'mpegts', 'mpegvideo'])
    .join(','),
]
