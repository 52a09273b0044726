import { sql } from 'kysely'
import { asWorker } from '../db/actor.ts'
import type { Database } from '../db/database.ts'

/** The state of everybody's stored bytes: how many objects are damaged, and the age of the oldest check in seconds. */
export type FixityFigures = { damaged: number; oldestReadSeconds: number }

export async function readFixityFigures(db: Database): Promise<FixityFigures> {
  const { rows } = await asWorker(db, null, (tx) =>
    sql<FixityFigures>`
      select damaged, coalesce(extract(epoch from now() - oldest_read), 0)::float8 as "oldestReadSeconds"
      from app.fixity_figures()`.execute(tx),
  )
  const [figures] = rows
  if (figures === undefined) throw new Error('the check told nothing')
  return figures
}
