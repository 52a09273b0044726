import type { MediaKind } from '#contract/media.ts'

/** How many bytes of the start are examined; container formats identify themselves well before that. */
export const FILE_HEAD_BYTES = 256 * 1024

export type FileKind = { kind: MediaKind; mimeType: string; extension: string }

/**
 * The types that a family may add, as the bytes themselves show them. Types that a browser could run as a page (HTML, SVG, any XML)
 * are not here and must never be.
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
  ...kinds('video', ['mp2t', 'ogg', 'vnd.avi', 'x-ms-asf']),
  ...kinds('audio', [
    'mpeg',
    'mp4',
    'x-m4a',
    'aac',
    'ogg',
    'wav',
    'flac',
    'aiff',
    'amr',
    'x-caf',
    'x-ms-asf',
  ]),
  ...kinds('image', ['jpeg', 'png', 'gif', 'webp', 'avif', 'heic', 'heif', 'tiff', 'bmp']),
  ['application/pdf', 'document'],
])

function kinds(kind: MediaKind, subtypes: string[]): [string, MediaKind][] {
  return subtypes.map((subtype) => [`${kind}/${subtype}`, kind])
}

/** A WAV whose sizes take 64 bits (EBU Tech 3306), as programs write recordings of hours. `file-type` does not know it. */
const isLongWav = (head: Uint8Array) =>
  /^RF64.{4}WAVE/s.test(Buffer.from(head.subarray(0, 12)).toString('latin1'))

/** Several pictures in one file, by the type of the single picture that every program shows of them: bursts, and pictures that move. */
const SINGLE = new Map([
  ['image/apng', 'image/png'],
  ['image/heic-sequence', 'image/heic'],
  ['image/heif-sequence', 'image/heif'],
])

/** DV as it comes from the tape (IEC 61834): the head of the first block, with or without the bit for fifty fields. */
const isDv = ([first, second, third, fourth = 0]: Uint8Array) =>
  first === 0x1f && second === 0x07 && third === 0 && (fourth & 0x7f) === 0x3f

/** Tells the type of a file from its first bytes, never from its name; null for every type that is not in `ALLOWED`. */
export async function fileKindOf(head: Uint8Array): Promise<FileKind | null> {
  if (isLongWav(head)) return { kind: 'audio', mimeType: 'audio/wav', extension: 'wav' }
  if (isDv(head)) return { kind: 'video', mimeType: 'video/x-dv', extension: 'dv' }

  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  if (!found) return null

  const named = found.mime.split(';')[0] ?? found.mime
  const mimeType = SINGLE.get(named) ?? named
  const kind = ALLOWED.get(mimeType)
  return kind ? { kind, mimeType, extension: found.ext } : null
}
