import type pg from 'pg'
import { PATIENCE, withSession } from '../db/silent-line.ts'
import type { JobHandler } from './job.ts'
import type { Query } from './lock-session.ts'
import { tryEach } from './try-each.ts'

/** For as long as somebody may still ask what happened, and as long as the trash keeps things. */
const KEPT_DAYS = 30

/**
 * Removes jobs that were given up long ago. A job that failed for the last time stays in the queue for the operator to see, but is
 * never done again. Kept for good, a single wrong address of years ago would hold the figure that raises the alarm above zero for
 * ever.
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

/** How many are read at a time. */
const BATCH = 100
/** Set in the queue's own `flags` of a job. No runner reads them there, because a job that was given up is never taken. */
const SETTLED = { settled: true }

/**
 * Calls `giveUp` once for each job that was given up, so that whoever waits for its result hears of it. A call that fails is
 * repeated at the next look: when the database was out of reach at the last attempt, or a process died of it, nobody is left
 * waiting for good.
 * @param stopping aborted when no further job is to be begun
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
  const readAfter = async (id: string) => {
    const { rows } = await ask(
      `select j.id::text, t.identifier as job, j.payload
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where j.attempts >= j.max_attempts and j.locked_at is null and (j.flags @> $2) is not true
         and t.identifier = any($1) and j.id > $4
       order by j.id limit $3`,
      [[...settled.keys()], SETTLED, BATCH, id],
    )
    return rows as (GivenUp & { payload: unknown })[]
  }
  // Up to the last one: if each look read only the first of them, those whose calls fail every time would hold up the others.
  for (let jobs = await readAfter('0'); jobs.length > 0; jobs = await readAfter(jobs.at(-1)?.id ?? '0')) {
    await tryEach(
      jobs,
      async ({ id, job, payload }) => {
        if (stopping.aborted) return
        await settled.get(job)?.(payload)
        // Not where the same job was queued anew meanwhile: that one is tried again, and may be given up, too.
        await ask(
          `update graphile_worker._private_jobs set flags = coalesce(flags, '{}') || $2
           where id = $1 and attempts >= max_attempts and locked_at is null`,
          [id, SETTLED],
        )
      },
      (err, { id, job }) => failed(err, { id, job }),
    )
    if (stopping.aborted) return
  }
}
