import type pg from 'pg'

/** The clocks of two machines differ by less than this, and a clock that is kept in step is moved by less at a time. */
const PATIENCE_SECONDS = 5
/** A job that was queued to run later than this was meant for a certain date, which is right again now that the clock is. */
const SOON_HOURS = 1

/**
 * Repairs the queue after a clock that was ahead has been put right. All that was queued meanwhile would be due only when the clock
 * gets there again: after hours, or after years where a machine started without knowing the time. Such a job now waits from this
 * moment on for as long as it would have waited, and a scheduled job runs at its next time.
 */
export async function bringToNow(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update graphile_worker._private_jobs
     set run_at = run_at - (greatest(created_at, updated_at) - now()), created_at = least(created_at, now()), updated_at = now()
     where greatest(created_at, updated_at) > now() + make_interval(secs => $1) and locked_at is null
       and run_at < greatest(created_at, updated_at) + make_interval(hours => $2)`,
    [PATIENCE_SECONDS, SOON_HOURS],
  )
  // A job that failed is retried within seconds or hours, but does not record when it failed: its next attempt is therefore due no
  // later than its backoff from now.
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

/**
 * The runner goes through this many days of scheduled times in a minute or two. For a longer jump a new runner is started, which
 * has turns of its own beside those that are busy.
 */
const FAR_AHEAD_DAYS = 30
const DAY_MS = 86_400_000

export type Way = 'back' | 'far ahead'

/**
 * Returns a function that says which way this process's clock was put since the last call: null when it went on, even when it
 * jumped ahead by some days at once.
 */
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
