import type { About } from './manifest.ts'

/** What an archive says of itself, in either of its forms. */
export type Contents = {
  about: About
  /** The folder with the rows. */
  rows: string
  /** The prefix of the family's files in the zip. */
  root: string
  /** The name of the list in the zip, which is the only file that no list names. */
  list: string
  /**
   * The bytes and files below the root as the archive counted them (`bytes.files`); null for an archive without this
   * count.
   */
  oxum: string | null
  /** The SHA-256 of every other file, by its name in the zip. */
  digests: Map<string, string>
}
