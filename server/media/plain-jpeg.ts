/** The markers of a plain JPEG: frames, tables and scans, and the JFIF header. No comment, no Exif, no colour profile. */
const PLAIN = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xda, 0xdb, 0xdd, 0xe0])

/**
 * Whether a JPEG is nothing but its picture: no metadata of where, when and by what it was taken, nothing behind its end. Does not
 * tell whether it can be drawn.
 */
export function isPlainJpeg(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return false
  let at = 2
  while (at + 4 <= bytes.length) {
    const [mark, kind] = [bytes[at], bytes[at + 1] ?? 0]
    if (mark !== 0xff || !PLAIN.has(kind)) return false
    if (kind === 0xe0 && !isBareHeader(bytes, at)) return false
    at += 2 + view.getUint16(at + 2)
    if (kind === 0xda) at = endOfScan(bytes, at)
    if (at + 2 === bytes.length) return view.getUint16(at) === 0xffd9
  }
  return false
}

/** Whether a JFIF header holds no thumbnail, which could show what was cropped from the picture, and no text. */
function isBareHeader(bytes: Uint8Array, at: number): boolean {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint16(at + 2)
  return length === 16 && Buffer.from(bytes.subarray(at + 4, at + 9)).toString('latin1') === 'JFIF\0'
}

/** Finds the next marker: within a scan, 0xff is followed by 0 or by one of the eight restart markers. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}
