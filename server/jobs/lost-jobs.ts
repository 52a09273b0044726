import type { Job } from 'graphile-worker'
import type pg from 'pg'
import { advisoryLocks } from '../db/advisory-locks.ts'
import { PATIENCE, SHORT_WAIT, wasLocked, withSession } from '../db/silent-line.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { forgetGivenUp } from './given-up.ts'
import { openLockSession, type Query } from './lock-session.ts'
import { bringToNow, type Way, watchClock } from './moved-clock.ts'

const LOCKS = 2_147_483_647n
/** A job gets its advisory lock within milliseconds of being taken; a job that was taken longer ago and has no lock is lost. */
const UNGUARDED_SECONDS = 5
const LOOK_EVERY_MS = 5_000
/** Up to this many attempts, a lost job may be taken again at once: a machine may be restarted a few times in a row. */
const TAKEN_AT_ONCE = 3

type Taken = Pick<Job, 'id' | 'locked_by'>
export type RunningJobs = {
  /**
   * Does a job that was taken from the queue, under an advisory lock that ends with this process, however it ends. A job that this
   * process is already doing is not started a second time: both calls share its outcome.
   * @throws TakenElsewhereError when another process has taken the job meanwhile, or has ended it
   */
  guard: (job: Taken, work: () => Promise<void>) => Promise<void>
  stop: () => void
}

/** A job whose process ended while it was doing it. */
export type LostJob = { id: string; job: string; attempts: number; isGivenUp: boolean }
type Heard = {
  onError: (error: unknown) => void
  /** Whatever relies on a clock that only moves forward, and never far at once, has to start anew. */
  onClockMoved: (way: Way) => void
  onLost: (lost: LostJob) => void
  /** Called after each look, once the lost jobs are back in the queue. */
  onLooked: () => void
}

/**
 * Thrown for a job that is no longer this process's to do. The queue changes nothing about a job that another process has taken.
 */
export class TakenElsewhereError extends Error {}

/**
 * Guards the jobs that this process does, and gives back those whose process was killed. The queue only marks a job as taken, and
 * would wait four hours for a killed process. A session's advisory locks, however, end with its process: a job that is marked but
 * has no lock belongs to nobody, and goes back to the queue at once. A broken connection can make two processes do the same job.
 * That is safe, because jobs have to be idempotent.
 * @param stopping aborted when nothing more is to be waited for
 */
export async function watchRunningJobs(
  pool: pg.Pool,
  { onError, onClockMoved, onLost, onLooked }: Heard,
  stopping: AbortSignal,
  answerMs: number = PATIENCE.answerMs,
): Promise<RunningJobs> {
  const locks = openLockSession(pool, answerMs)
  const underWay = new Map<string, Promise<void>>()
  /** Those of them that have their lock: a look that tries the lock of another would have it just when the job asks for it. */
  const locked = new Set<string>()

  const movedWay = watchClock()
  // One look at a time: while one is held up, each further look would take another session from the pool, until none is left.
  const look = oneAtATime(async () => {
    const way = movedWay()
    if (way !== null) onClockMoved(way)
    try {
      const isGuarded = await locks.renew()
      await withSession(pool, answerMs, async (client) => {
        const ours = [...underWay.keys()]
        await (isGuarded ? keepTaken(client, [...locked]) : keepUnguarded(client, ours))
        const lost = await freeLostJobs(client, ours)
        lost.forEach(onLost)
        await bringToNow(client)
        await forgetGivenUp(client)
      })
      onLooked()
    } catch (error) {
      onError(error)
    }
  })
  await look()
  const timer = setInterval(look, LOOK_EVERY_MS).unref()

  const begin = async (job: Taken, work: () => Promise<void>) => {
    const isGuarded = await onceUnlocked(() => takeAgain(locks.query, job), stopping)
    const guarded: Guarded = isGuarded
      ? { query: locks.query, forget: locks.keep(keyOf(job.id)) }
      : await takeInTurn(pool, job, stopping)
    locked.add(job.id)
    try {
      await work()
    } finally {
      locked.delete(job.id)
      await guarded.forget().catch(onError)
      await onceUnlocked(() => letGo(guarded.query, job), stopping)
        .catch((error: unknown) => {
          onError(error)
          return unlock(guarded.query, job)
        })
        .catch(onError)
      await guarded.close?.()
    }
  }
  return {
    guard: (job, work) => {
      const already = underWay.get(job.id)
      if (already) return already
      const doing = begin(job, work).finally(() => underWay.delete(job.id))
      underWay.set(job.id, doing)
      return doing
    },
    stop: () => {
      clearInterval(timer)
      locks.end()
    },
  }
}

const keyOf = (jobId: string) => Number(BigInt(jobId) % LOCKS)

/**
 * `locked_at` of a job that is guarded. The queue gives back by itself what was taken four hours ago by the database's clock; its clock
 * can jump that far at any moment, and jobs can take that long.
 */
const GUARDED = "'infinity'::timestamptz"

/**
 * Takes the lock of a job and checks in the same statement that the job is still this process's to do. When a machine stands still
 * for seconds, or its clock jumps, the job may have been given back between being taken and being locked. If nobody has taken it
 * since, it is taken again.
 * @returns false where another session has the lock
 */
async function takeAgain(query: Query, { id, locked_by }: Taken): Promise<boolean> {
  const { rows } = await query(
    `update graphile_worker._private_jobs set locked_at = ${GUARDED}, locked_by = $2
     where id = $1 and (locked_by is null or locked_by = $2)
     returning pg_try_advisory_lock($3::int, $4::int) as "isGuarded"`,
    [id, locked_by, advisoryLocks.jobs, keyOf(id)],
  )
  const [taken] = rows as { isGuarded: boolean }[]
  if (taken === undefined) throw new TakenElsewhereError('somebody else does this job, or has ended it')
  return taken.isGuarded
}

/**
 * Releases the lock of a job and dates the job as if it had just been taken: until the queue has written down how it ended, it would
 * look lost. One statement does both, because between two of them a look could date the job as guarded again, for good.
 */
async function letGo(query: Query, { id, locked_by }: Taken): Promise<void> {
  await query(
    `with dated as (
       update graphile_worker._private_jobs set locked_at = now() where id = $1 and locked_by = $2 returning id
     )
     select pg_advisory_unlock($3::int, $4::int) from (select count(*) from dated) as done`,
    [id, locked_by, advisoryLocks.jobs, keyOf(id)],
  )
}

async function unlock(query: Query, { id }: Taken): Promise<void> {
  await query('select pg_advisory_unlock($1::int, $2::int)', [advisoryLocks.jobs, keyOf(id)])
}

/** The session that has a job's lock; `forget` is called before the lock is released, and `close` after it. */
type Guarded = { query: Query; forget: () => Promise<void>; close?: () => Promise<void> }

/**
 * Waits until the other session releases the lock. It waits in a session of its own, because in the shared one every other lock of
 * this process would wait behind it. If the job can still be taken then, whoever held the lock has failed or died.
 */
async function takeInTurn(pool: pg.Pool, job: Taken, stopping: AbortSignal): Promise<Guarded> {
  const client = await pool.connect()
  const close = async () => client.release(true)
  client.on('error', () => undefined)
  try {
    await client.query(SHORT_WAIT)
    const query: Query = (text, values) => client.query(text, values)
    const key = [advisoryLocks.jobs, keyOf(job.id)]
    await onceUnlocked(() => query('select pg_advisory_lock($1::int, $2::int)', key), stopping)
    await onceUnlocked(() => takeAgain(query, job), stopping)
    // The session has the lock twice now, and `letGo` releases it once.
    await unlock(query, job)
    return { query, forget: async () => undefined, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Repeats a statement until it no longer runs into a lock. A statement that waits for a lock fails by itself after a short time
 * (`SHORT_WAIT`), so a stop waits no longer than that.
 */
async function onceUnlocked<Answer>(ask: () => Promise<Answer>, stopping: AbortSignal): Promise<Answer> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!wasLocked(error)) throw error
      stopping.throwIfAborted()
    }
  }
}

/**
 * Dates our jobs as guarded again, after `keepUnguarded`, unless their lock has been released since this look began. A row that
 * `letGo` is just changing is waited for, and then looked at once more. `case` asks for no lock of any other job.
 */
async function keepTaken(client: pg.ClientBase, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await client.query(
    `update graphile_worker._private_jobs set locked_at = ${GUARDED}
     where id = any($1::bigint[]) and case
       when id = any($1::bigint[]) and locked_by is not null and locked_at <> ${GUARDED}
       then not pg_try_advisory_xact_lock($2::int, (id % $3::bigint)::int)
     end`,
    [ids, advisoryLocks.jobs, LOCKS],
  )
}

/**
 * Protects jobs whose locks are in doubt. A session that fell silent keeps its locks until the database notices its end; from then
 * until our next look nobody holds them. The jobs are therefore dated as if they had just been taken, so that other processes leave
 * them alone until that look has come.
 */
async function keepUnguarded(client: pg.ClientBase, ids: string[]): Promise<void> {
  await client.query(
    `update graphile_worker._private_jobs set locked_at = now() + make_interval(secs => $2 - 1)
     where id = any($1::bigint[]) and locked_by is not null`,
    [ids, UNGUARDED_SECONDS],
  )
}

/**
 * Gives back jobs that no process does any more. A job that was lost time and again may itself be what ends its processes, for
 * example because it needs more memory than there is. After `TAKEN_AT_ONCE` attempts it therefore waits, longer each time, like a
 * job that failed: taken at once, it would end the next process, too.
 */
async function freeLostJobs(client: pg.ClientBase, ours: string[]): Promise<LostJob[]> {
  const { rows } = await client.query<LostJob & { worker: string; since: string }>(
    `select id::text, task_identifier as job, attempts, attempts >= max_attempts as "isGivenUp",
       locked_by as worker, locked_at::text as since
     from graphile_worker.jobs
     where locked_by is not null
       and locked_at not between now() - make_interval(secs => $1) and now() + make_interval(secs => $1)
       and id <> all($2::bigint[])`,
    [UNGUARDED_SECONDS, ours],
  )
  const freed: LostJob[] = []
  for (const { worker, since, ...lost } of rows) {
    // Only this job, and only if it is unchanged: `locked_by` names a whole process, which may be doing other jobs, and a job that
    // has ended since has released its lock, too.
    const { rowCount } = await client.query(
      `update graphile_worker._private_jobs set locked_at = null, locked_by = null,
         last_error = 'its process ended while doing it',
         run_at = case when attempts > $6 then now() + exp(least(attempts - $6, 10)) * interval '1 second' else run_at end
       where id = $3 and locked_by = $4 and locked_at = $5 and pg_try_advisory_xact_lock($1::int, $2::int)`,
      [advisoryLocks.jobs, keyOf(lost.id), lost.id, worker, since, TAKEN_AT_ONCE],
    )
    if (rowCount === 1) freed.push(lost)
  }
  return freed
}
