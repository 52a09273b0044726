import { limits } from '#contract/limits.ts'
import { byServer, isTimeTold, nowInstant } from './clock.ts'
import { inTime } from './in-time.ts'

/**
 * The time of day as ISO 8601 in UTC, confirmed by the server: for dates that are stored for good. If this page has had no answer
 * yet, it asks for one; if none comes, the time is this device's own.
 */
export async function toldInstant(): Promise<string> {
  if (!isTimeTold()) await ask().catch(() => undefined)
  return nowInstant()
}

/**
 * Corrects an instant that this device's clock told before the server had told the time, assuming that the clock was as wrong then as it
 * is now. Null where there is still no answer.
 */
export async function toldAnew(instant: string): Promise<string | null> {
  if (!isTimeTold()) await ask().catch(() => undefined)
  return isTimeTold() ? byServer(instant) : null
}

function ask(): Promise<Response> {
  return inTime(undefined, (signal) => fetch('/health', { signal }), limits.toldTimeSeconds)
}
