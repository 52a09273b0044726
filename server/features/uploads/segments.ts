/** The source broke off: for a request, its client went away. */
export class BrokenStream extends Error {}

/**
 * Gathers a stream into segments of `size` bytes, the last one shorter. A source that breaks still gives what it had
 * begun, and then BrokenStream: what has arrived is worth keeping. Two buffers serve all segments by turns, so a segment
 * may be written while the next is gathered, and is gone once the one after that is asked for. Holding on to the
 * stream's own small pieces instead would cost a fifth of the time in garbage collection.
 */
export async function* segmentsOf(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let gathering: Buffer = Buffer.allocUnsafeSlow(size)
  let resting: Buffer | null = null
  let filled = 0
  let broken: { error: unknown } | null = null

  const pieces = source[Symbol.asyncIterator]()
  while (!broken) {
    const next: IteratorResult<Uint8Array> = await pieces.next().catch((error: unknown) => {
      broken = { error }
      return { done: true as const, value: undefined }
    })
    if (next.done) break

    let piece = next.value
    while (piece.length > 0) {
      const fitting = piece.subarray(0, size - filled)
      gathering.set(fitting, filled)
      filled += fitting.length
      piece = piece.subarray(fitting.length)
      if (filled < size) continue

      yield gathering
      const other = resting ?? Buffer.allocUnsafeSlow(size)
      resting = gathering
      gathering = other
      filled = 0
    }
  }

  if (filled > 0) yield gathering.subarray(0, filled)
  if (broken) throw new BrokenStream('the stream broke off', { cause: (broken as { error: unknown }).error })
}
