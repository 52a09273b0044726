import { z } from 'zod'
import { sha256Hex } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { ArchiveError } from './archive-error.ts'
import type { Contents } from './contents.ts'
import { aboutSchema, readAs } from './manifest.ts'
import type { OpenZip } from './read-zip.ts'

const manifestName = 'manifest.json'

/** What an archive of the first form says of itself: one file that lists all others. */
const manifestSchema = aboutSchema.extend({
  files: z
    .array(
      z.object({
        path: z.string().max(1_000),
        size: z.int().nonnegative(),
        sha256: sha256Hex,
      }),
    )
    .max(limits.archiveFiles),
})

/** The archives that were made before they were bags. @throws ArchiveError */
export async function readVersion1(zip: OpenZip): Promise<Contents> {
  if (!zip.entries.has(manifestName)) throw new ArchiveError('not_an_archive', 'neither a bag nor a manifest')
  const { files, ...about } = readAs(manifestSchema, 1, await zip.text(manifestName))
  for (const { path, size } of files) {
    const entry = zip.entries.get(path)
    if (entry && entry.uncompressedSize !== size) throw new ArchiveError('wrong_hash', path)
  }
  const digests = new Map(files.map(({ path, sha256 }) => [path, sha256]))
  return { about, rows: 'data', root: '', list: manifestName, oxum: null, digests }
}
