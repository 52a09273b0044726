import { limits } from '#contract/limits.ts'
import { isOurs } from './own-answer.ts'

const toleranceMs = limits.clockToleranceSeconds * 1_000
let aheadMs = 0
let isTold = false

/**
 * The time of day, by the server's clock: devices in families are wrong by hours or by years, where a battery is empty
 * or somebody set the time by hand. Until the server has answered it is the device's own. For how long something took
 * there is `performance.now()`, and `deviceMs` for what this device alone compares.
 */
export function now(): Date {
  return new Date(Date.now() + aheadMs)
}

/** The same as ISO 8601 in UTC. */
export function nowInstant(): string {
  return now().toISOString()
}

/** Whether the server has told the time since this page was opened. */
export function isTimeTold(): boolean {
  return isTold
}

/** What this device's own clock has told, by the server's, as far as the two differ now. */
export function byServer(instant: string): string {
  return new Date(Date.parse(instant) + aheadMs).toISOString()
}

/** Milliseconds since 1970 by this device's own clock, right or wrong: for what it kept itself on an earlier visit. */
export function deviceMs(): number {
  return Date.now()
}

/**
 * For how long this page has been open, at the least: what counts without a wrong clock stands still while a device sleeps,
 * and what does not may have been set back.
 */
export function pageAgeMs(): number {
  return Math.max(performance.now(), Date.now() - performance.timeOrigin)
}

/**
 * Learns the server's time from an answer's `Date` (RFC 9110, 6.6.1), whole seconds. A little less or more is how long the
 * answer was on its way, and is not taken for a wrong clock. What stands in between may have any.
 */
export function learnTime(answer: Response): void {
  const told = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(told) || !isOurs(answer)) return

  isTold = true
  const difference = told - Date.now()
  aheadMs = Math.abs(difference) > toleranceMs ? difference : 0
}
