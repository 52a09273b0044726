const firstMs = 500
const longestMs = 30_000

/**
 * How long to wait, in milliseconds, after the nth failure in a row (from 1): exponential backoff up to half a minute. Half of it is
 * random, so that a server that comes back is not hit by all clients at once.
 */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const full = Math.min(longestMs, firstMs * 2 ** (failures - 1))
  return full / 2 + (full / 2) * random()
}
