import type pg from 'pg'
import { PATIENCE, withSession } from '../db/silent-line.ts'
import type { JobHandler } from './job.ts'
import type { Query } from './lock-session.ts'
import { tryEach } from './try-each.ts'

/** As long as anybody may still ask what happened, and as the trash keeps things. */
const KEPT_DAYS = 30

/**
 * A job that failed for the last time stays in the queue, for the operator to see. Nothing is ever done with it again: kept for
 * good, one bad address of years ago would have the figure that is to wake somebody above zero for ever.
 */
export async function forgetGivenUp(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select graphile_worker.complete_jobs(array(
       select id from graphile_worker._private_jobs
       where attempts >= max_attempts and locked_at is null
         and greatest(updated_at, run_at) < now() - make_interval(days => $1)))`,
    [KEPT_DAYS],
  )
}

export type GivenUp = { id: string; job: string }
type Settling = Pick<JobHandler, 'name' | 'giveUp'>

/** So many at a look; the next one goes on. */
const BATCH = 100
/** The queue's own place for words about a job, which are nobody's business but ours: a job that is given up is never taken. */
const SETTLED = { settled: true }

/**
 * Has each job that was given up say so to whoever waits for what it was to make, once. What could not be said is said at the next
 * look: a database that was away at the last try, or a process that died of it, leaves nobody waiting for good.
 * @param stopping aborted when no other is to be begun
 */
export async function settleGivenUp(
  pool: pg.Pool,
  handlers: readonly Settling[],
  failed: (err: unknown, job: GivenUp) => void,
  stopping: AbortSignal,
  answerMs: number = PATIENCE.answerMs,
): Promise<void> {
  const ask: Query = (text, values) => withSession(pool, answerMs, (client) => client.query(text, values))
  if (stopping.aborted) return
  const settled = new Map(handlers.flatMap(({ name, giveUp }) => (giveUp ? [[name, giveUp] as const] : [])))
  const { rows } = await ask(
    `select j.id::text, t.identifier as job, j.payload
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.attempts >= j.max_attempts and j.locked_at is null and (j.flags @> $2) is not true
       and t.identifier = any($1)
     order by j.id limit $3`,
    [[...settled.keys()], SETTLED, BATCH],
  )
  await tryEach(
    rows as (GivenUp & { payload: unknown })[],
    async ({ id, job, payload }) => {
      if (stopping.aborted) return
      await settled.get(job)?.(payload)
      // Not where the same was asked for anew meanwhile: that one is tried, and may be given up, too.
      await ask(
        `update graphile_worker._private_jobs set flags = coalesce(flags, '{}') || $2
         where id = $1 and attempts >= max_attempts and locked_at is null`,
        [id, SETTLED],
      )
    },
    (err, { id, job }) => failed(err, { id, job }),
  )
}
