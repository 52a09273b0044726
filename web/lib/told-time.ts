import { limits } from '#contract/limits.ts'
import { byServer, isTimeTold, nowInstant } from './clock.ts'
import { inTime } from './in-time.ts'

/**
 * The time of day as ISO 8601 in UTC, by a clock that the server has confirmed: for what is dated by it for good. Who is
 * quicker than a page's first answer waits for one; where nothing answers it is this device's own.
 */
export async function toldInstant(): Promise<string> {
  if (!isTimeTold()) await ask().catch(() => undefined)
  return nowInstant()
}

/**
 * An instant that this device's own clock told before a server had told the time, by the server's: a clock that is wrong now was as
 * wrong then. Null where nothing answers yet.
 */
export async function toldAnew(instant: string): Promise<string | null> {
  if (!isTimeTold()) await ask().catch(() => undefined)
  return isTimeTold() ? byServer(instant) : null
}

function ask(): Promise<Response> {
  return inTime(undefined, (signal) => fetch('/health', { signal }), limits.toldTimeSeconds)
}
