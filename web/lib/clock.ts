import { limits } from '#contract/limits.ts'
import { isOurs } from './own-answer.ts'

const toleranceMs = limits.clockToleranceSeconds * 1_000
let aheadMs = 0
let isTold = false

/**
 * The time of day by the server's clock: the clocks of families' devices are wrong by hours or years, where a battery is empty
 * or somebody set the time by hand. Until the server has answered, it is the device's own time. To measure durations, use
 * `performance.now()`; to compare times on this device alone, use `deviceMs`.
 */
export function now(): Date {
  return new Date(Date.now() + aheadMs)
}

/** `now()` as ISO 8601 in UTC. */
export function nowInstant(): string {
  return now().toISOString()
}

/** Whether the server has told the time since this page was opened. */
export function isTimeTold(): boolean {
  return isTold
}

/** Converts an instant told by this device's clock to the server's time, by the difference between the two at present. */
export function byServer(instant: string): string {
  return new Date(Date.parse(instant) + aheadMs).toISOString()
}

/** Milliseconds since 1970 by this device's own clock, right or wrong: to compare with times that it stored on an earlier visit. */
export function deviceMs(): number {
  return Date.now()
}

/**
 * A lower bound in milliseconds for how long this page has been open. The monotonic clock stops while a device sleeps, and the wall
 * clock may have been set back; so this takes the greater of the two.
 */
export function pageAgeMs(): number {
  return Math.max(performance.now(), Date.now() - performance.timeOrigin)
}

/**
 * Learns the server's time from an answer's `Date` (RFC 9110, 6.6.1), which is in whole seconds. A small difference is taken for the
 * time that the answer travelled, not for a wrong clock. Answers by anything but our server are ignored: their date may be any.
 */
export function learnTime(answer: Response): void {
  const told = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(told) || !isOurs(answer)) return

  isTold = true
  const difference = told - Date.now()
  aheadMs = Math.abs(difference) > toleranceMs ? difference : 0
}
