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
  'video/x-ms-asf': 'wmv',
  'video/x-dv': 'dv',
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
  'audio/x-caf': 'caf',
  'audio/x-ms-asf': 'wma',
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

/** The file name extension for a MIME type, without the dot; `bin` for a type that is not kept. */
export function extensionOf(mimeType: string): string {
  return extensions[mimeType.split(';')[0]?.trim() ?? ''] ?? 'bin'
}

/** Other extensions that cameras and programs use for types that are kept. */
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
].concat([
  'qt',
  'mka',
  'opus',
  'oga',
  'mp2',
  'm4b',
  'wave',
  'aif',
  'aifc',
  'asf',
  'dif',
  'apng',
  'heics',
  'heifs',
])
const known = new Set([...Object.values(extensions), ...alsoWritten])

/**
 * Splits a file name into its stem and its extension: 'holiday.MOV' -> ['holiday', 'MOV']. An extension that no kept type has
 * counts as part of the name: otherwise a file called 'holiday.html' or 'holiday.bat', whose first bytes make it a picture, could
 * be run by whoever opens it.
 */
export function splitName(name: string): [stem: string, ending: string] {
  const found = /^(.*)\.([A-Za-z0-9]{1,8})$/su.exec(name)
  const [, stem = '', ending = ''] = found ?? []
  return known.has(ending.toLowerCase()) ? [stem, ending] : [name, '']
}
