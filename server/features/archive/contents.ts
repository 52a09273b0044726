import type { About } from './manifest.ts'

/** What an archive says of itself, whichever form it has. */
export type Contents = {
  about: About
  /** The folder of its rows. */
  rows: string
  /** What the names of the family's files begin with in the zip. */
  root: string
  /** The list itself, which no list names. */
  list: string
  /** Bytes and files below the root as it counted them, `bytes.files`; null where it did not. */
  oxum: string | null
  /** SHA-256 of everything else, by its name in the zip. */
  digests: Map<string, string>
}
