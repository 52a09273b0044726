import type { About } from '../manifest.ts'

/** An archive as what is written about it needs it. */
export type Bag = {
  /** Of this one archive, and of nothing else. */
  id: string
  /** The folder that it unpacks to. */
  base: string
  about: About
  /** The file in which stands what happened to each stored file. */
  provenance: string
}
