import { bytesLost } from '../../storage/lost-bytes.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ArchiveEntry } from './draft.ts'
import type { ListedFile } from './write-zip.ts'

type Packing = {
  entries: ArchiveEntry[]
  /** The files that are in the zip so far. */
  packed: ListedFile[]
  /** The error that ended the packing, if it was not completed. */
  error?: unknown
}

/**
 * Finds the files that differ from what was stored: packed with other bytes, no longer there, or the one at which reading
 * failed.
 * @returns the ids of their rows
 */
export async function foundOtherwise(
  storage: Storage,
  { entries, packed, error }: Packing,
): Promise<string[]> {
  const files = new Map(packed.map((file) => [file.path, file]))
  const found: string[] = []
  let isUnread = bytesLost(error) !== null
  for (const { path, size, storageKey, kept } of entries) {
    if (storageKey === null) continue
    const file = files.get(`data/${path}`)
    const isAsKept = file
      ? isOf(file, size, kept?.sha256)
      : !isUnread && (await storage.stat(storageKey))?.size === size
    if (!file) isUnread = false
    if (kept && !isAsKept) found.push(kept.mediaId)
  }
  return found
}

const isOf = (file: ListedFile, size: number, sha256: string | null | undefined): boolean =>
  file.size === size && (sha256 ?? file.sha256) === file.sha256
