import type { About } from '../manifest.ts'

/** What the files that describe an archive need to know of it. */
export type Bag = {
  /** The id of this one archive. */
  id: string
  /** The folder that it unpacks to. */
  base: string
  about: About
  /** The path of the file that records what happened to each stored file. */
  provenance: string
}
