import type { FaultOf } from './faulty-s3.ts'

/** An object store that tests run on. */
export type S3Store = {
  /** The value for STORAGE_URL. */
  url: (folder?: string) => string
  /** The same without the proxy, for a store that can do without it. */
  straightUrl: (folder?: string) => string
  /** The access keys, for the environment. */
  keys: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string }
  /** Sets the faults from now on; null for none. */
  breakWith: (faultOf: FaultOf | null) => void
  /** The number of connections opened to it so far. */
  connections: () => number
  /** Unfinished multipart uploads. */
  partsLeft: () => Promise<string[]>
  /** Pieces of growing objects that were not finished. */
  piecesLeft: () => Promise<string[]>
  stop: () => Promise<void>
}
