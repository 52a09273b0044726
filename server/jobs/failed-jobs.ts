import type { Job } from 'graphile-worker'
import type pg from 'pg'

type Taken = Pick<Job, 'id' | 'locked_by' | 'key' | 'attempts'>

/**
 * Whether the same was asked for again while a job was being done: the queue takes its key from it, and will not try it again because
 * the next one knows more. Left there when it fails, it would count as given up for a month, though nothing was.
 */
export async function isReplaced(pool: pg.Pool, { id, locked_by, key }: Taken): Promise<boolean> {
  if (key === null) return false
  const { rowCount } = await pool.query(
    'select from graphile_worker._private_jobs where id = $1 and locked_by = $2 and key is null',
    [id, locked_by],
  )
  return rowCount === 1
}

/** One that was asked to stop has not failed: as often as a server is started anew, its last try would come, and nobody be told. */
export async function countNoAttempt(pool: pg.Pool, { id, locked_by, attempts }: Taken): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set attempts = attempts - 1 where id = $1 and locked_by = $2 and attempts = $3`,
    [id, locked_by, attempts],
  )
}
