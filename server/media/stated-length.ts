import { limits } from '#contract/limits.ts'

/**
 * The length that a file states of itself, in milliseconds. Null where it states none, or one that is longer than any moment can
 * be: a few bytes may claim ages, and a story with such a length could not be sent to any page.
 */
export function statedMs(seconds: number | null): number | null {
  const ms = Math.round((seconds ?? 0) * 1000)
  return ms > 0 && ms <= limits.recordingMsMax ? ms : null
}
