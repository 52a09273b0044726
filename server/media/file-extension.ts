const extensions: Record<string, string> = {
  'video/webm': 'webm',
  'video/mp4': 'mp4',
  'video/x-m4v': 'm4v',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
  'video/matroska': 'mkv',
  'video/3gpp': '3gp',
  'video/3gpp2': '3g2',
  'video/mpeg': 'mpg',
  'video/MP2P': 'mpg',
  'video/MP1S': 'mpg',
  'video/mp2t': 'mts',
  'video/ogg': 'ogv',
  'video/vnd.avi': 'avi',
  'audio/webm': 'weba',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/aiff': 'aiff',
  'audio/amr': 'amr',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'image/tiff': 'tif',
  'image/bmp': 'bmp',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'application/epub+zip': 'epub',
  'application/zip': 'zip',
}

/** A MIME type as the end of a file name; `bin` for one that is not kept. */
export function extensionOf(mimeType: string): string {
  return extensions[mimeType.split(';')[0]?.trim() ?? ''] ?? 'bin'
}

/** Other endings by which cameras and programs call what is kept. */
const alsoWritten = [
  'jpeg',
  'jpe',
  'jfif',
  'hif',
  'tiff',
  'dib',
  'mpeg',
  'mpe',
  'm2v',
  'vob',
  'm2ts',
  'ts',
].concat(['qt', 'mka', 'opus', 'oga', 'mp2', 'm4b', 'wave', 'aif', 'aifc'])
const known = new Set([...Object.values(extensions), ...alsoWritten])

/**
 * The last words of a file's name and its ending: 'holiday.MOV' -> ['holiday', 'MOV']. An ending that nothing we keep has is
 * part of the name: who opens 'holiday.html' or 'holiday.bat' would run what its first two letters made a picture.
 */
export function splitName(name: string): [stem: string, ending: string] {
  const found = /^(.*)\.([A-Za-z0-9]{1,8})$/su.exec(name)
  const [, stem = '', ending = ''] = found ?? []
  return known.has(ending.toLowerCase()) ? [stem, ending] : [name, '']
}
