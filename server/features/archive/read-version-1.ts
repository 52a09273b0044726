import { z } from 'zod'
import { sha256Hex } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { ArchiveError } from './archive-error.ts'
import type { Contents } from './contents.ts'
import { aboutSchema, readAs } from './manifest.ts'
import type { OpenZip } from './read-zip.ts'

const manifestName = 'manifest.json'
/**
 * How many JSON values the manifest may hold: four for each file, and a margin for names that contain the signs by
 * which values are counted.
 */
const VALUES_MAX = 6 * limits.archiveFiles

/** The manifest of an archive of the first form: one file that lists all others. */
const manifestSchema = aboutSchema.extend({ files: z.array(z.unknown()).max(limits.archiveFiles) })
const listedFile = z.object({ path: z.string().max(1_000), size: z.int().nonnegative(), sha256: sha256Hex })

/** Reads an archive of version 1, which was not a bag yet. @throws ArchiveError */
export async function readVersion1(zip: OpenZip): Promise<Contents> {
  if (!zip.entries.has(manifestName)) throw new ArchiveError('not_an_archive', 'neither a bag nor a manifest')
  const said = { text: await zip.text(manifestName), most: VALUES_MAX }
  const { files, ...about } = readAs(manifestSchema, 1, said)
  const digests = new Map<string, string>()
  for (const file of files) {
    // Checked one by one, because a report of what is wrong with a million files at once would be larger than the
    // list.
    const listed = listedFile.safeParse(file)
    if (!listed.success) throw new ArchiveError('not_an_archive', 'what it lists is not whole')
    const { path, size, sha256 } = listed.data
    const entry = zip.entries.get(path)
    if (entry && entry.uncompressedSize !== size) throw new ArchiveError('wrong_hash', path)
    digests.set(path, sha256)
  }
  return { about, rows: 'data', root: '', list: manifestName, oxum: null, digests }
}
