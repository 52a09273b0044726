/** Longer than any of the cases of a sign-up takes. */
const neutralMs = 250

/**
 * Resolves after a fixed time. Call it before the work and await it before the response, so that the response time does not reveal
 * which work was done.
 */
export function neutralFloor(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, neutralMs))
}
