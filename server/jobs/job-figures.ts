import { sql } from 'kysely'
import { asWorker } from '../db/actor.ts'
import type { Database } from '../db/database.ts'

/** How many jobs are in which state, in all processes that share the database. */
export type JobFigures = {
  /** Could run now if a turn were free. */
  due: number
  running: number
  /** Failed at least once and will be tried again. */
  failing: number
  /** Failed for the last time. */
  givenUp: number
  /** How long the oldest due job has waited, in seconds; 0 where none is due. */
  oldestDueSeconds: number
}

export async function readJobFigures(db: Database): Promise<JobFigures> {
  const { rows } = await asWorker(db, null, (tx) =>
    sql<JobFigures>`
      select due, running, failing, given_up as "givenUp", oldest_due_seconds as "oldestDueSeconds"
      from app.job_figures()`.execute(tx),
  )
  const [figures] = rows
  if (figures === undefined) throw new Error('the queue told nothing')
  return figures
}
