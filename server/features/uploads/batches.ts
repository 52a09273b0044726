/** The source broke off: for a request, its client went away. */
export class BrokenStream extends Error {}

/** Bytes of a stream that are written together, as they came. */
export type Batch = { pieces: Uint8Array[]; size: number }

/**
 * Gathers a stream into batches of `size` bytes, the last one shorter. When the source breaks off, the bytes that came
 * are still yielded before BrokenStream is thrown: what has arrived is worth keeping. Nothing is copied; a piece that
 * lies across two batches is split into views.
 */
export async function* batchesOf(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Batch> {
  let gathered: Batch = { pieces: [], size: 0 }
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
      const fitting = piece.subarray(0, size - gathered.size)
      gathered.pieces.push(fitting)
      gathered.size += fitting.length
      piece = piece.subarray(fitting.length)
      if (gathered.size < size) continue

      yield gathered
      gathered = { pieces: [], size: 0 }
    }
  }

  if (gathered.size > 0) yield gathered
  if (broken) throw new BrokenStream('the stream broke off', { cause: (broken as { error: unknown }).error })
}
