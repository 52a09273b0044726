import type { Row } from './take-rows.ts'

/** So many are written in one statement: fifty thousand in one are a text of a hundred million letters. */
const BATCH = 200

/**
 * Everybody behind those through whom they belong to the family, some at a time. Those who do so through one another, as nobody does
 * whom we have written down, come at the end and together.
 */
export async function* peopleInOrder(batches: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  const here = new Set<unknown>([null])
  const waiting = new Map<unknown, Row[]>()
  let ready: Row[] = []

  /** Takes in somebody, and with them all who wait for them. */
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
  // Whom they wait for the account has already, or nobody has.
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
