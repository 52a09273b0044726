import type pg from 'pg'

/** Clocks of two machines differ by less, and one that is kept right is moved by less at a time. */
const PATIENCE_SECONDS = 5
/** What is to be done later than that was asked for by the calendar, which is right again. */
const SOON_HOURS = 1

/**
 * A clock that was ahead and has been put right leaves a queue of which all is due when it gets there again: hours, or
 * years where a machine started without knowing the time. What was asked for then waits from now on as long as it
 * would have, and what runs by itself runs at its next time.
 */
export async function bringToNow(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update graphile_worker._private_jobs
     set run_at = run_at - (greatest(created_at, updated_at) - now()), created_at = least(created_at, now()), updated_at = now()
     where greatest(created_at, updated_at) > now() + make_interval(secs => $1) and locked_at is null
       and run_at < greatest(created_at, updated_at) + make_interval(hours => $2)`,
    [PATIENCE_SECONDS, SOON_HOURS],
  )
  // One that failed is tried again within seconds or hours, and bears no time of when it failed.
  await client.query(
    `update graphile_worker._private_jobs set run_at = now() + exp(least(attempts, 10)) * interval '1 second'
     where last_error is not null and locked_at is null
       and run_at > now() + exp(least(attempts, 10)) * interval '1 second' + make_interval(secs => $1)`,
    [PATIENCE_SECONDS],
  )
  await client.query(
    `update graphile_worker._private_known_crontabs set last_execution = now()
     where last_execution > now() + make_interval(secs => $1)`,
    [PATIENCE_SECONDS],
  )
}

/** The runner goes through so many days in a minute or two; beginning anew gives it turns beside those that are busy. */
const FAR_AHEAD_DAYS = 30
const DAY_MS = 86_400_000

export type Way = 'back' | 'far ahead'

/** Answers which way this process's clock was put since it was asked last; null where it went on, be it by some days at once. */
export function watchClock(): () => Way | null {
  const ahead = () => Date.now() - performance.now()
  let last = ahead()
  return () => {
    const before = last
    last = ahead()
    if (last < before - PATIENCE_SECONDS * 1000) return 'back'
    return last > before + FAR_AHEAD_DAYS * DAY_MS ? 'far ahead' : null
  }
}
