import { z } from 'zod'
import { limits } from '#contract/limits.ts'

/** Raised when an archive of this form could not be read by an older Kinora. */
export const ARCHIVE_VERSION = 1

/** What an archive says of itself. Every other file of the zip is listed with its hash. */
export const manifestSchema = z.object({
  format: z.literal('kinora-archive'),
  version: z.number().int(),
  createdAt: z.string(),
  account: z.object({ id: z.uuid(), email: z.string(), name: z.string() }),
  /** Rows in each file of the data folder. */
  counts: z.record(z.string(), z.int().nonnegative()),
  /** What was not whole when the archive was made. */
  leftOut: z.object({ unfinishedRecordings: z.int().nonnegative() }),
  files: z
    .array(
      z.object({
        path: z.string().max(1_000),
        size: z.int().nonnegative(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(limits.archiveFiles),
})
export type Manifest = z.infer<typeof manifestSchema>
