/**
 * What long forms have shown, by hand: hours that no test run has. Newest first.
 *
 * @type {import('./reliability.mjs').LongRun[]}
 */
export const longRuns = []
