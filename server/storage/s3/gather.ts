import type { ByteSource } from '../storage.ts'

/**
 * Cuts a source into buffers of `sizeOf(index)` bytes; the last one may be shorter. When the source fails, the bytes that came
 * before are still yielded, and then its error is thrown. The caller may keep the buffers.
 */
export async function* gather(source: ByteSource, sizeOf: (index: number) => number): AsyncGenerator<Buffer> {
  let index = 0
  let waiting: Uint8Array[] = []
  let filled = 0
  const take = (): Buffer => {
    const buffer = Buffer.concat(waiting)
    waiting = []
    filled = 0
    index += 1
    return buffer
  }

  try {
    for await (const given of source instanceof Uint8Array ? [source] : source) {
      let piece = given
      while (piece.length > 0) {
        const fitting = piece.subarray(0, sizeOf(index) - filled)
        waiting.push(fitting)
        filled += fitting.length
        piece = piece.subarray(fitting.length)
        if (filled === sizeOf(index)) yield take()
      }
    }
  } catch (error) {
    if (filled > 0) yield take()
    throw error
  }
  if (filled > 0) yield take()
}
