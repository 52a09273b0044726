import type pg from 'pg'

/** As long as anybody may still ask what happened, and as the trash keeps things. */
const KEPT_DAYS = 30

/**
 * A job that failed for the last time stays in the queue, for the operator to see. Nothing is ever done with it again: kept for
 * good, one bad address of years ago would have the figure that is to wake somebody above zero for ever.
 */
export async function forgetGivenUp(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.complete_jobs(array(
       select id from graphile_worker._private_jobs
       where attempts >= max_attempts and locked_at is null
         and greatest(updated_at, run_at) < now() - make_interval(days => $1)))`,
    [KEPT_DAYS],
  )
}
