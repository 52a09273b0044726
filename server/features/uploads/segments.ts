/**
 * Gathers a stream into groups of pieces of about `size` bytes, without copying them. A source that breaks still gives
 * the group it had begun, and then its error: what has arrived is worth keeping.
 */
export async function* segmentsOf(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array[]> {
  let group: Uint8Array[] = []
  let gathered = 0
  let broken: { error: unknown } | null = null

  const pieces = source[Symbol.asyncIterator]()
  while (!broken) {
    const next = await pieces.next().catch((error: unknown) => {
      broken = { error }
      return { done: true as const, value: undefined }
    })
    if (next.done) break
    group.push(next.value)
    gathered += next.value.length
    if (gathered < size) continue
    yield group
    group = []
    gathered = 0
  }

  if (group.length > 0) yield group
  if (broken) throw (broken as { error: unknown }).error
}
