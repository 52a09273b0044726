/** What one build of the web app consists of, as far as it works without a network. */
export type Shell = {
  /** A hash of everything below. */
  version: string
  /** Files cached when the worker is installed: what is needed to record and to write. */
  kept: readonly string[]
  /** All files whose names carry a hash of their contents. */
  assets: readonly string[]
}

/** The one HTML page that serves every address; it does its own routing. */
export const shellPage = '/app'
