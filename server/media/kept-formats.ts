/**
 * The formats that ffmpeg may recognise a file as: the containers of `fileKindOf` and of the recorder, and none that ffmpeg only
 * guesses from the bytes. A playlist (HLS, DASH, a list of files to join) is text that names other files, and through it ffmpeg
 * would open any film on this machine. Such bytes may come in as a recording from anybody who holds a recording link.
 */
export const KEPT_FORMATS = [
  '-format_whitelist',
  ['mov', 'matroska', 'webm', 'ogg', 'mp3', 'wav', 'flac', 'aac', 'aiff', 'amr', 'avi']
    .concat(['mpeg', 'mpegts', 'mpegvideo', 'asf', 'caf', 'dv'])
    .join(','),
]
