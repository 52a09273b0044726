import type { Tx } from '../../db/actor.ts'
import { linesInCircles } from '../family/family.ts'
import { lockFamily } from '../family-members/family-members.ts'
import type { Row } from './take-rows.ts'

const BATCH = 200

/**
 * Leaves out the family lines of an archive that would make somebody their own ancestor together with the lines that the account
 * has by now. Holds all of them at once, as the family tree itself does.
 */
export async function* linesWithoutCircles(
  tx: Tx,
  userId: string,
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<Row[]> {
  await lockFamily(tx, userId)
  const standing = await tx
    .selectFrom('family_connections')
    .select(['type', 'from_id as from', 'to_id as to'])
    .where('user_id', '=', userId)
    .execute()
  const rows: Row[] = []
  for await (const batch of batches) rows.push(...batch)
  const lineOf = new Map(
    rows.map((row) => [row, { type: String(row.type), from: String(row.from_id), to: String(row.to_id) }]),
  )
  const circular = await linesInCircles([...lineOf.values()], standing)
  const coming = [...lineOf].flatMap(([row, line]) => (circular.has(line) ? [] : [row]))
  for (let from = 0; from < coming.length; from += BATCH) yield coming.slice(from, from + BATCH)
}
