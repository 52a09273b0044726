import type { Job } from 'graphile-worker'
import type pg from 'pg'

type Taken = Pick<Job, 'id' | 'locked_by' | 'key' | 'attempts'>

/**
 * Whether the same job was queued again while this one was being done. The queue then takes the key from the older job and does not
 * retry it, because the newer one knows more. If the older one stayed in the queue as failed, it would count as given up for a
 * month, though nothing was.
 */
export async function isReplaced(pool: pg.Pool, { id, locked_by, key }: Taken): Promise<boolean> {
  if (key === null) return false
  const { rowCount } = await pool.query(
    'select from graphile_worker._private_jobs where id = $1 and locked_by = $2 and key is null',
    [id, locked_by],
  )
  return rowCount === 1
}

/**
 * Takes back the attempt of a job that was asked to stop, because it has not failed. Otherwise enough restarts of the server would
 * use up its attempts, and nobody would be told.
 */
export async function countNoAttempt(pool: pg.Pool, { id, locked_by, attempts }: Taken): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set attempts = attempts - 1 where id = $1 and locked_by = $2 and attempts = $3`,
    [id, locked_by, attempts],
  )
}
