const firstMs = 500
const longestMs = 30_000

/**
 * How long to wait after the nth failure in a row (from 1): doubling up to half a minute, with a random half so that
 * a server that comes back is not met by everybody at once.
 */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const full = Math.min(longestMs, firstMs * 2 ** (failures - 1))
  return full / 2 + (full / 2) * random()
}
