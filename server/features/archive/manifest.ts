import { z } from 'zod'
import { ArchiveError } from './archive-error.ts'
import { boundedJson, ROW_VALUES_MAX } from './bounded-json.ts'

/** Raised when an archive of this form could not be read by an older Kinora. 1 was no bag (docs/decisions/046). */
export const ARCHIVE_VERSION = 2

/** Where the rows of an archive lie that is made now, for another Kinora to read. */
export const rowsFolder = 'records'

/** Where an archive says what it is. */
export const aboutName = 'archive.json'

/** What an archive says of itself. */
export const aboutSchema = z.object({
  format: z.literal('kinora-archive'),
  version: z.number().int(),
  createdAt: z.string(),
  account: z.object({ id: z.uuid(), email: z.string(), name: z.string() }),
  /** Rows in each file of the folder of rows. */
  counts: z.record(z.string(), z.int().nonnegative()),
  /** What was not whole when the archive was made. */
  leftOut: z.object({ unfinishedRecordings: z.int().nonnegative() }),
})
export type About = z.infer<typeof aboutSchema>

export const readAbout = (text: string): About =>
  readAs(aboutSchema, ARCHIVE_VERSION, { text, most: ROW_VALUES_MAX })

/** A text, and how many values it may hold. */
type Said = { text: string; most: number }

/** What a text says of an archive of ours, if it is of the version that its form has. @throws ArchiveError */
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
