import type { MediaKind } from '#contract/media.ts'

/** How much of the start is looked at; container formats say what they are well before. */
export const FILE_HEAD_BYTES = 256 * 1024

export type FileKind = { kind: MediaKind; mimeType: string; extension: string }

/**
 * What a family may add, by the type that the bytes themselves show. Types that a browser could run as a page (HTML,
 * SVG, any XML) are not here and must never be.
 */
const ALLOWED = new Map<string, MediaKind>([
  ...kinds('video', [
    'mp4',
    'quicktime',
    'webm',
    'matroska',
    'x-m4v',
    '3gpp',
    '3gpp2',
    'mpeg',
    'MP2P',
    'MP1S',
  ]),
  ...kinds('video', ['mp2t', 'ogg', 'vnd.avi']),
  ...kinds('audio', ['mpeg', 'mp4', 'x-m4a', 'aac', 'ogg', 'wav', 'flac', 'aiff', 'amr']),
  ...kinds('image', ['jpeg', 'png', 'gif', 'webp', 'avif', 'heic', 'heif', 'tiff', 'bmp']),
  ['application/pdf', 'document'],
])

function kinds(kind: MediaKind, subtypes: string[]): [string, MediaKind][] {
  return subtypes.map((subtype) => [`${kind}/${subtype}`, kind])
}

/** Tells a file from its first bytes, never from its name; null for everything that is not on the list. */
export async function fileKindOf(head: Uint8Array): Promise<FileKind | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  if (!found) return null

  const mimeType = found.mime.split(';')[0] ?? found.mime
  const kind = ALLOWED.get(mimeType)
  return kind ? { kind, mimeType, extension: found.ext } : null
}
