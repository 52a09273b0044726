import type { Job } from 'graphile-worker'
import type pg from 'pg'
import { advisoryLocks } from '../db/advisory-locks.ts'
import { PATIENCE, SHORT_WAIT, wasLocked, withSession } from '../db/silent-line.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { forgetGivenUp } from './given-up.ts'
import { openLockSession, type Query } from './lock-session.ts'
import { bringToNow, type Way, watchClock } from './moved-clock.ts'

const LOCKS = 2_147_483_647n
/** A job is locked within milliseconds of being taken; one that was taken so long ago and is not, is lost. */
const UNGUARDED_SECONDS = 5
const LOOK_EVERY_MS = 5_000
/** So often a lost job is done again at once: a machine may be started anew a few times in a row. */
const TAKEN_AT_ONCE = 3

type Taken = Pick<Job, 'id' | 'locked_by'>
export type RunningJobs = {
  /**
   * Does a job that was taken, under a lock that ends with this process, however it ends. One that this process is doing already is
   * not begun again: its outcome is that of both.
   * @throws TakenElsewhereError when somebody else has taken it meanwhile, or has ended it
   */
  guard: (job: Taken, work: () => Promise<void>) => Promise<void>
  stop: () => void
}

/** A job whose process ended while it was doing it. */
export type LostJob = { id: string; job: string; attempts: number; isGivenUp: boolean }
type Heard = {
  onError: (error: unknown) => void
  /** What counts on a clock of this process that only goes on, and never far at once, has to begin anew. */
  onClockMoved: (way: Way) => void
  onLost: (lost: LostJob) => void
  /** Each time, once those that were lost are back in the queue. */
  onLooked: () => void
}

/** What the queue hears of a job that is no longer this one's to do: it changes nothing about one that another has taken. */
export class TakenElsewhereError extends Error {}

/**
 * The queue marks a job that is being done, and would wait four hours for a process that was killed while doing it.
 * A session's advisory locks end with its process: a marked job without one is nobody's, and goes back at once.
 * Where a broken connection makes two processes do one job, that is safe: jobs have to be.
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

  const movedWay = watchClock()
  // Each would take one more of the sessions while one waits, until there are none.
  const look = oneAtATime(async () => {
    const way = movedWay()
    if (way !== null) onClockMoved(way)
    try {
      const isGuarded = await locks.renew()
      await withSession(pool, answerMs, async (client) => {
        const ours = [...underWay.keys()]
        await (isGuarded ? keepTaken(client, ours) : keepUnguarded(client, ours))
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
    const unlock = isGuarded ? locks.keep(keyOf(job.id)) : await takeInTurn(pool, job, stopping)
    try {
      await work()
    } finally {
      await unlock().catch(onError)
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
 * Guards a job and sees in the same statement that it is still this one's: a machine that stands still for seconds, or a clock that
 * jumps, can have it given back between being taken and being guarded. Nobody took it since: it is taken again.
 * @returns false where another session has the lock
 */
async function takeAgain(query: Query, { id, locked_by }: Taken): Promise<boolean> {
  const { rows } = await query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = $2
     where id = $1 and (locked_by is null or locked_by = $2)
     returning pg_try_advisory_lock($3::int, $4::int) as "isGuarded"`,
    [id, locked_by, advisoryLocks.jobs, keyOf(id)],
  )
  const [taken] = rows as { isGuarded: boolean }[]
  if (taken === undefined) throw new TakenElsewhereError('somebody else does this job, or has ended it')
  return taken.isGuarded
}

/**
 * Waits for whoever has the lock, in a session of its own: what else this process does waits for its locks in the one they share.
 * Whoever had it has failed or died when the job is still to be had then.
 */
async function takeInTurn(pool: pg.Pool, job: Taken, stopping: AbortSignal): Promise<() => Promise<void>> {
  const client = await pool.connect()
  const close = async () => client.release(true)
  client.on('error', () => undefined)
  try {
    await client.query(SHORT_WAIT)
    const query: Query = (text, values) => client.query(text, values)
    const key = [advisoryLocks.jobs, keyOf(job.id)]
    await onceUnlocked(() => query('select pg_advisory_lock($1::int, $2::int)', key), stopping)
    await onceUnlocked(() => takeAgain(query, job), stopping)
    return close
  } catch (error) {
    await close()
    throw error
  }
}

/** A statement that waits ends by itself alone: a stop waits no longer for it. */
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

/** The queue itself gives back what was taken four hours ago by the database's clock, be it still being done. */
async function keepTaken(client: pg.ClientBase, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await client.query(
    `update graphile_worker._private_jobs set locked_at = now()
     where id = any($1::bigint[]) and locked_by is not null and locked_at not between now() - $2::interval and now() + $2::interval`,
    [ids, '1 hour'],
  )
}

/**
 * A session that fell silent has the locks until the database hears of its end, and nobody has them from then until the next look:
 * as what was just taken, these are left alone until that has come.
 */
async function keepUnguarded(client: pg.ClientBase, ids: string[]): Promise<void> {
  await client.query(
    `update graphile_worker._private_jobs set locked_at = now() + make_interval(secs => $2 - 1)
     where id = any($1::bigint[]) and locked_by is not null`,
    [ids, UNGUARDED_SECONDS],
  )
}

/**
 * Gives back what nobody does any more. A job that was lost time and again may be what ended its processes, as one that needs more
 * memory than there is: from then on it waits, longer each time, as one that failed. Taken at once it would end the next one, too.
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
    // This one alone, and as it was seen: the name in it is that of a whole process, which may be doing others; and what ended
    // since has let go of its lock, too.
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
