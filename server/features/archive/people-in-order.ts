import type { Row } from './take-rows.ts'

/** Rows inserted in one statement: fifty thousand at once would be a text of a hundred million characters. */
const BATCH = 200

/**
 * Puts people behind those through whom they belong to the family (`via_id`), and yields them in batches. People who refer to one
 * another in a circle, which never happens in data that Kinora has written, come last and in one batch.
 */
export async function* peopleInOrder(batches: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  const here = new Set<unknown>([null])
  const waiting = new Map<unknown, Row[]>()
  let ready: Row[] = []

  /** Makes a person ready, and with them everybody who waits for them. */
  function take(first: Row): void {
    const coming = [first]
    for (const row of coming) {
      ready.push(row)
      here.add(row.id)
      const behind = waiting.get(row.id) ?? []
      waiting.delete(row.id)
      for (const one of behind) coming.push(one)
    }
  }
  function wait(row: Row): void {
    const others = waiting.get(row.via_id)
    if (others) others.push(row)
    else waiting.set(row.via_id, [row])
  }
  function* portions(): Generator<Row[]> {
    for (let from = 0; from < ready.length; from += BATCH) yield ready.slice(from, from + BATCH)
    ready = []
  }

  for await (const rows of batches) {
    for (const row of rows) {
      if (here.has(row.via_id)) take(row)
      else wait(row)
    }
    yield* portions()
  }
  // These wait for a person who is not in the archive: the account has that person already, or nobody has.
  const left = new Set([...waiting.values()].flat().map(({ id }) => id))
  for (const [through, rows] of [...waiting]) {
    if (left.has(through)) continue
    waiting.delete(through)
    for (const row of rows) take(row)
    yield* portions()
  }
  const inCircles = [...waiting.values()].flat()
  if (inCircles.length > 0) yield inCircles
}
