/** What one build of the web app consists of, as far as it works without a network. */
export type Shell = {
  /** A hash over everything below. */
  version: string
  /** Kept as soon as the worker is installed: what it takes to record and to write. */
  kept: readonly string[]
  /** All files whose names carry their hash. */
  assets: readonly string[]
}

/** The page of every address; it knows its own routes. */
export const shellPage = '/app'
