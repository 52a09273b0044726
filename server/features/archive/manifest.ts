import { z } from 'zod'
import { ArchiveError } from './archive-error.ts'
import { boundedJson, ROW_VALUES_MAX } from './bounded-json.ts'

/** Raised when an older Kinora could no longer read new archives. Version 1 was not a bag (docs/decisions/046). */
export const ARCHIVE_VERSION = 2

/** The folder with the rows in archives made now, for another Kinora to read. */
export const rowsFolder = 'records'

/** The file in which an archive describes itself. */
export const aboutName = 'archive.json'

/** An archive's description of itself, the contents of `archive.json`. */
export const aboutSchema = z.object({
  format: z.literal('kinora-archive'),
  version: z.number().int(),
  createdAt: z.string(),
  account: z.object({ id: z.uuid(), email: z.string(), name: z.string() }),
  /** The number of rows in each file of the rows' folder. */
  counts: z.record(z.string(), z.int().nonnegative()),
  /** What was left out because it was unfinished when the archive was made. */
  leftOut: z.object({ unfinishedRecordings: z.int().nonnegative() }),
})
export type About = z.infer<typeof aboutSchema>

export const readAbout = (text: string): About =>
  readAs(aboutSchema, ARCHIVE_VERSION, { text, most: ROW_VALUES_MAX })

/** A text, and how many JSON values it may hold. */
type Said = { text: string; most: number }

/** Parses the description of an archive, if it is one of ours and has the given version. @throws ArchiveError */
export function readAs<T extends z.ZodType>(schema: T, version: number, { text, most }: Said): z.infer<T> {
  const said = jsonIn(text, most)
  const isOurs =
    typeof said === 'object' && said !== null && 'format' in said && said.format === 'kinora-archive'
  if (!isOurs) throw new ArchiveError('not_an_archive', 'it is of something else')
  if (!('version' in said) || said.version !== version) {
    throw new ArchiveError('unknown_version', 'version' in said ? String(said.version) : 'unknown')
  }
  const about = schema.safeParse(said)
  if (!about.success) throw new ArchiveError('not_an_archive', 'what it says of itself is not whole')
  return about.data
}

function jsonIn(text: string, most: number): unknown {
  try {
    return boundedJson(text, most, 'what it says of itself')
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    return null
  }
}
