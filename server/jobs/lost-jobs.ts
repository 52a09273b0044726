import type pg from 'pg'
import { advisoryLocks } from '../db/advisory-locks.ts'
import { forgetGivenUp } from './given-up.ts'
import { bringToNow, watchClock } from './turned-back.ts'

const LOCKS = 2_147_483_647n
/** A job is locked within milliseconds of being taken; one that was taken so long ago and is not, is lost. */
const UNGUARDED_SECONDS = 5
const LOOK_EVERY_MS = 5_000

type Taken = { id: string; locked_by: string | null }
export type RunningJobs = {
  /** Does a job that was taken, under a lock that ends with this process, however it ends. */
  guard: <T>(job: Taken, work: () => Promise<T>) => Promise<T>
  stop: () => void
}

/**
 * The queue marks a job that is being done, and would wait four hours for a process that was killed while doing it.
 * A session's advisory locks end with its process: a marked job without one is nobody's, and goes back at once.
 * Where a broken connection makes two processes do one job, that is safe: jobs have to be.
 * @param onTurnedBack what counts on a clock of this process that only goes on has to begin anew
 */
export async function watchRunningJobs(
  pool: pg.Pool,
  onError: (error: unknown) => void,
  onTurnedBack: () => void,
): Promise<RunningJobs> {
  let session: Promise<pg.PoolClient> | null = null
  /** One session for all locks of this process. A broken one is given up, and the next job opens another. */
  const connect = (): Promise<pg.PoolClient> => {
    const opening = pool.connect()
    const forget = () => {
      if (session === opening) session = null
    }
    opening.then((client) => {
      client.once('error', () => {
        if (session === opening) client.release(true)
        forget()
      })
    }, forget)
    return opening
  }
  const lock = async (what: 'pg_advisory_lock' | 'pg_advisory_unlock', jobId: string) => {
    session ??= connect()
    await (await session).query(`select ${what}($1::int, $2::int)`, keyOf(jobId))
  }

  const wasTurnedBack = watchClock()
  const look = async () => {
    if (wasTurnedBack()) onTurnedBack()
    await Promise.all([freeLostJobs(pool), bringToNow(pool), forgetGivenUp(pool)]).catch(onError)
  }
  await look()
  const timer = setInterval(look, LOOK_EVERY_MS).unref()

  return {
    guard: async (job, work) => {
      await lock('pg_advisory_lock', job.id)
      try {
        await takeAgain(pool, job)
        return await work()
      } finally {
        await lock('pg_advisory_unlock', job.id).catch(onError)
      }
    },
    stop: () => {
      clearInterval(timer)
      session?.then((client) => client.release(true), onError)
      session = null
    },
  }
}

function keyOf(jobId: string): [number, number] {
  return [advisoryLocks.jobs, Number(BigInt(jobId) % LOCKS)]
}

/**
 * A machine that stands still for seconds, or a clock that jumps, can have a job given back between being taken and being guarded:
 * left so, another turn would do it, too.
 */
async function takeAgain(pool: pg.Pool, { id, locked_by }: Taken): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = $2 where id = $1 and locked_by is null`,
    [id, locked_by],
  )
}

async function freeLostJobs(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string; worker: string; since: string }>(
    `select id::text, locked_by as worker, locked_at::text as since from graphile_worker.jobs
     where locked_by is not null
       and locked_at not between now() - make_interval(secs => $1) and now() + make_interval(secs => $1)`,
    [UNGUARDED_SECONDS],
  )
  for (const { id, worker, since } of rows) {
    // This one alone, and as it was seen: the name in it is that of a whole process, which may be doing others; and what ended
    // since has let go of its lock, too.
    await pool.query(
      `update graphile_worker._private_jobs set locked_at = null, locked_by = null
       where id = $3 and locked_by = $4 and locked_at = $5 and pg_try_advisory_xact_lock($1::int, $2::int)`,
      [...keyOf(id), id, worker, since],
    )
  }
}
