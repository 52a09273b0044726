import type { FaultOf } from './faulty-s3.ts'

/** A store of objects that tests run on. */
export type S3Store = {
  /** What STORAGE_URL says. */
  url: (folder?: string) => string
  /** The same past what stands in between, for a store that can do without. */
  straightUrl: (folder?: string) => string
  /** What the environment says beside it. */
  keys: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string }
  /** What goes wrong from here on; null for nothing. */
  breakWith: (faultOf: FaultOf | null) => void
  /** How many connections were opened to it so far. */
  connections: () => number
  /** Uploads in parts that nobody ended. */
  partsLeft: () => Promise<string[]>
  /** Pieces of objects that grew and were not finished. */
  piecesLeft: () => Promise<string[]>
  stop: () => Promise<void>
}
