import type { Spool, SpoolRecording } from './spool.ts'

const readBytes = 8 * 1024 * 1024

/**
 * The recording's bytes from the spool as a Blob, at most `maxBytes` of them, counted from its start. They are read in pieces:
 * browsers keep Blobs of that size on disk, so little memory is used.
 */
export async function assemble(
  spool: Spool,
  { id, mimeType }: SpoolRecording,
  maxBytes = Number.MAX_SAFE_INTEGER,
): Promise<Blob> {
  const pieces: Blob[] = []
  let bytes = 0
  let from = 0
  while (bytes < maxBytes) {
    const slices = await spool.read(id, from, Number.MAX_SAFE_INTEGER, Math.min(readBytes, maxBytes - bytes))
    const last = slices.at(-1)
    if (last === undefined) break

    pieces.push(new Blob(slices.map((slice) => slice.bytes)))
    bytes += slices.reduce((sum, slice) => sum + slice.bytes.byteLength, 0)
    from = last.seq + 1
  }
  return new Blob(pieces, { type: mimeType.split(';')[0] ?? '' })
}
